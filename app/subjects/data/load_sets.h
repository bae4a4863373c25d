// SPDX-License-Identifier: MIT
// Reads the sets of vectors that are the input of a workload.
#pragma once

#include "app/subjects/data/data_source.h"
#include "kernels/data/dataset.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::profiling {
struct Recording;
} // namespace pairscope::profiling

namespace pairscope::app {

struct LoadedSets {
    std::shared_ptr<const Dataset> first, second;            ///< second: null where the workload has one set
    bool same_rows = false;                                  ///< see Question
    std::vector<std::string> remarks{};                      ///< what differs from what was asked: fewer rows
    std::optional<std::vector<double>> parameters{};         ///< as recorded_parameters() has them
    std::shared_ptr<const profiling::Recording> recording{}; ///< from which they come; null: they come from elsewhere
};

enum class Rows : bool {
    stored, ///< no more than the output of a variant can store
    all
};
/// How the files are read.
struct SetsReading {
    const Table* table = nullptr;   ///< the table of the first file, if it was read before
    Rows rows = Rows::stored;       ///< how many rows of a file are read, unless a user asked for a number
    std::vector<InputFile> files{}; ///< files of the source that were looked at before
};

/// Reads the files or the sets of a recording, splits the one file of two sets, or makes the workload's example. Throws
/// what load_vectors() throws; InputError if the workload has no example, takes one set and there are two files, the
/// second file is a recording, or the sets have vectors of different lengths.
[[nodiscard]] LoadedSets load_sets(const WorkloadType& type, const VectorSource& source,
                                   const std::stop_token& stop = {}, const SetsReading& how = {});

/// Why columns of given distances cannot be standardised, as a sentence for a user.
[[nodiscard]] std::string why_not_standardised(const Dataset& distances);
/// Names the rows by a column of their table. Throws InputError if there is no such column.
void label_distances(Dataset& distances, const Table* table, const std::string& label);
/// Distances that a file gave, or the first rows and columns of them, as load_sets() makes them. Absent `n`: all rows.
[[nodiscard]] LoadedSets rows_of_distances(const std::shared_ptr<const Dataset>& whole,
                                           const std::optional<std::int64_t>& n);

/// The parameters of the workload that a recording was made with; absent if it is of another workload.
[[nodiscard]] std::optional<std::vector<double>> recorded_parameters(const WorkloadType& type,
                                                                     const profiling::Recording& recording);
/// Like the above, for the recording in a file; absent also if it is no recording. Throws what load_recording() throws.
[[nodiscard]] std::optional<std::vector<double>> recorded_parameters(const WorkloadType& type, const InputFile& file);

} // namespace pairscope::app
