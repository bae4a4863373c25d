// SPDX-License-Identifier: MIT
// The bytes of a matrix of distances: of all pairs, of each pair once, or of near pairs alone.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/question.h"
#include "kernels/data/save.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace pairscope::cli {

enum class MatrixFormat : std::uint8_t { by_ending, csv, json, npy, npz };
enum class MatrixEntry64 : bool { no, yes }; ///< are the numbers float64, or float32?

struct MatrixFile {
    MatrixFormat format = MatrixFormat::by_ending;
    bool condensed = false;         ///< each pair of one set once
    std::optional<double> radius{}; ///< only the pairs within it: a sparse matrix
    MatrixEntry64 entry = MatrixEntry64::yes;
};

struct MatrixTask {
    const app::Question& question;
    MatrixFile file;
    const app::Json& head; ///< what JSON says before the entries
    /// Throws InputError if a file of so many bytes is not to be written.
    std::function<void(double bytes)> room;
    std::filesystem::path folder; ///< for what cannot be kept in memory
    int threads = 0;
};

struct MatrixWritten {
    std::int64_t rows = 0, cols = 0, entries = 0;
};

/// What the file has at least [B]; how many near pairs there are is not known before they are found.
[[nodiscard]] double least_bytes(const MatrixTask& task);
/// Computes and writes the entries. Only few rows are in memory at a time. Throws InputError.
[[nodiscard]] MatrixWritten write_entries(const MatrixTask& task, const ByteSink& sink,
                                          std::atomic<std::int64_t>* rows_done);

} // namespace pairscope::cli
