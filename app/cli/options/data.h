// SPDX-License-Identifier: MIT
// What the options said about data, as one value that is passed on: the options become Data, Data is loaded, and what
// was loaded is run.
#pragma once

#include "app/cli/options/data_options.h"
#include "app/cli/options/run_options.h"
#include "app/spine/question.h"
#include "kernels/data/dataset.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::cli {

/// Options that do not go together were refused when it was made.
struct Data {
    DataOptions options;                    ///< with the workload and the files that were decided on
    const WorkloadType* type = nullptr;     ///< the workload that is asked
    std::vector<app::DataSource> sources{}; ///< where its vectors come from: one for each size that was asked for
    std::shared_ptr<const Dataset> given{}; ///< the distances of the file, if it was read to find out what it holds
    std::shared_ptr<const Table> table{};   ///< the table of the file, if it was read and holds none
    bool told = false;                      ///< which rows of the file these are has been said
};

/// The workload is the one that was named, or else that of the variant, or what the file holds decides. All of these
/// throw InputError for options that do not go together, and for names that nothing has.
[[nodiscard]] Data data_of(const DataOptions& options, const std::string& variant = {});
/// Like data_of(), but does not look into a file that may hold anything: the window does that later, and can ask.
[[nodiscard]] Data unread_data_of(const DataOptions& options, const std::string& variant);
/// Like data_of(), for a verb that runs variants.
[[nodiscard]] Data data_for(const DataOptions& options, const RunOptions& run);
/// Like data_of(), for a verb that measures variants. Refuses distances that are given, which no variant computes.
[[nodiscard]] Data data_to_measure(const DataOptions& options, const RunOptions& run);
/// What each of the sizes has beside its n; empty: as the options say.
struct RestOfSizes {
    std::vector<std::int64_t> dims{}, second_rows{};
};
/// Makes the sources anew after the options were changed.
void choose_sources(Data& data, const RestOfSizes& rest = {});

/// The order of the rows of a file; absent: not asked for. Throws InputError.
[[nodiscard]] std::optional<Order> order_of(const DataOptions& options);
/// The file of this name, at which nobody looks twice.
[[nodiscard]] InputFile look_at_file(const DataOptions& options, const std::filesystem::path& file);

/// The files that the options name, none of which may be replaced by what is made of them.
[[nodiscard]] std::vector<std::filesystem::path> input_files(const DataOptions& options);

/// What a window starts with: one for each parameter of the workload. Throws InputError for those that it does not
/// have, or not such.
[[nodiscard]] std::vector<double> parameters_of(const Data& data);

/// What is asked of a workload, and where its vectors come from.
struct LoadedData {
    app::DataSource source;
    std::shared_ptr<const Table> table;                      ///< the table of a file of points
    std::shared_ptr<const profiling::Recording> recording{}; ///< that is the file; null: it is none, or was not read
    app::Question question;
    std::shared_ptr<const app::Tracks> tracks{}; ///< what is shown of the rows beside their coordinates; null: nothing

    [[nodiscard]] std::int64_t n() const { return n_of(question.size()); }
};
/// Loads or generates, in the first size. Says on standard error what a user should know, such as "first 2 048 of 34
/// 006 rows". Throws InputError, MemoryError.
[[nodiscard]] LoadedData load(const Data& data);

/// Like load(), for each size, in their order; none of them twice, also where a file has fewer points than that.
[[nodiscard]] std::vector<LoadedData> load_each(const Data& data);

/// Where no row of the set is usable, so that nothing finite is computed; empty: one is.
[[nodiscard]] std::string note_without_finite_rows(const Dataset& set, Metric metric);
/// "queries 256 x 16".
[[nodiscard]] std::string shape_text(const Dataset& set);
/// ", weight = 1": the parameters of a workload, each after a comma; empty if it has none.
[[nodiscard]] std::string parameters_text(const WorkloadType& type, std::span<const double> values);
/// "cities.csv.gz, 2 048 points"; "queries 256 x 16, candidates 128 x 16, weight = 1".
[[nodiscard]] std::string describe(const LoadedData& data);
/// "ring, 1 024, 2 048 points": of several sizes of the same.
[[nodiscard]] std::string describe(std::span<const LoadedData> sizes);

} // namespace pairscope::cli
