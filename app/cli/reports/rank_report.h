// SPDX-License-Identifier: MIT
// What pairscope try FOLDER --rank prints, and keeps between two calls.
#pragma once

#include "app/subjects/workshop/try_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {

/// Vectors of the trace by which kernels are ranked.
inline constexpr std::int64_t size_of_rank = 1024;

/// In each of which every function for the CPU runs once.
inline constexpr int rounds_of_rank = 12;

/// One file of the folder.
struct RankRow {
    std::string file;                         ///< its name in the folder
    std::string workload;                     ///< empty: the file could not be read so far
    std::string verdict;                      ///< as TryReport::verdict() has it, or "refused"
    std::string told;                         ///< what is wrong, in one sentence; empty: nothing is
    std::optional<std::uint64_t> seed{};      ///< the random runs of its full check
    std::optional<std::int64_t> bytes{};      ///< in whole sectors, at size_of_rank; present where the kernel is right
    std::optional<std::int64_t> wavefronts{}; ///< in shared memory
    std::optional<double> time{};             ///< the median, where a function for the CPU is right [s]
    /// Its times over those of the parent beside them, one for each round. Not kept in a table.
    std::vector<double> ratios{};
    std::optional<int> rank{}; ///< among the files of its workload that run on the same; see add_ranks()
    double seconds = 0.0;      ///< that the try has taken
    std::string text{};        ///< fingerprint_of() what was tried
};

/// The try of a file, as far as it is.
[[nodiscard]] RankRow row_of(const std::string& file, const app::workshop::TryReport& report);

/// Tells versions of a text apart, and versions of the program.
[[nodiscard]] std::string fingerprint_of(std::string_view text);

/// Is it a function for the CPU? These have times, kernels have counts, and each have ranks of their own.
[[nodiscard]] bool is_for_cpu(const RankRow& row);

/// Sorts by workload and rank. Only what is right has a rank. Kernels with equal counts have an equal one, and so have
/// functions of which the rounds cannot tell which is faster.
void add_ranks(std::vector<RankRow>& rows);

/// `parents` has a sentence for each workload that has one, in any order.
[[nodiscard]] std::string text_of(const std::vector<RankRow>& rows, const std::vector<std::string>& parents);
[[nodiscard]] std::string json_of(const std::vector<RankRow>& rows);
[[nodiscard]] std::string csv_of(const std::vector<RankRow>& rows);
/// The rows of a file that csv_of() has made. Throws InputError for another file.
[[nodiscard]] std::vector<RankRow> rows_in_csv(const std::string& path, std::string_view text);

} // namespace pairscope::cli
