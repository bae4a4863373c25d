// SPDX-License-Identifier: MIT
// Saves files safely: a file is written beside the old one, flushed, and only then replaces it.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/output.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// Gives `write` a sink for the file's bytes. If anything fails (disk full, no permission), the old file is as it was
/// and an InputError says what was attempted and found.
using ByteSink = std::function<void(std::span<const std::byte>)>;
void save_atomically(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& write);
/// Removes the files that are being saved and are not complete. From now on, whoever saves a file waits forever: this
/// is for a thread that ends the process next.
void give_up_saving();
/// Throws the InputError that saving so many bytes there would end with now, and changes nothing: for who would work
/// for minutes and then could not save.
void require_savable(const std::filesystem::path& path, std::int64_t bytes = 0);
/// Why a result cannot be saved there: it is one of the files that are read, perhaps by another name or through a link.
/// Empty: it is none of them.
[[nodiscard]] std::string why_not_into(const std::filesystem::path& output,
                                       std::span<const std::filesystem::path> inputs);
/// Throws this reason as an InputError.
void require_no_input(const std::filesystem::path& output, std::span<const std::filesystem::path> inputs);
/// Saves into a new file NAME-RANDOM in a folder that others can write to: the name cannot be guessed, nobody else may
/// read the file, and no link is followed. The random part stands before the ending of the name. Returns the path.
/// Throws InputError.
[[nodiscard]] std::filesystem::path save_new_text(const std::filesystem::path& folder, const std::string& name,
                                                  std::string_view text);
void save_text(const std::filesystem::path& path, std::string_view text);

/// NumPy .npy, version 1.0, little-endian float32, C order, rows x cols. `rows_of(row, count)` returns count x cols
/// entries starting at that row, so that a matrix larger than the host's memory can be saved from a device.
void save_npy(const std::filesystem::path& path, MatrixShape shape,
              const std::function<std::vector<float>(std::int64_t row, std::int64_t count)>& rows_of);

/// Like the function above, but the entries are float64 and all there.
void save_npy(const std::filesystem::path& path, MatrixShape shape, std::span<const double> entries);

/// The names at the edges of a matrix: one for each row and one for each column, or none at all.
struct EdgeNames {
    std::vector<std::string> rows{}, cols{};
};

/// CSV, in the shortest digits that read back exactly. If there are names, the first line holds those of the columns,
/// and the first column holds those of the rows. `rows_of` is as for save_npy().
void save_matrix_csv(const std::filesystem::path& path, MatrixShape shape, const EdgeNames& names,
                     const std::function<std::vector<float>(std::int64_t row, std::int64_t count)>& rows_of);

/// CSV with a header: the axes, then label if there are labels, then source_row. Shortest digits that read back
/// exactly.
void save_points_csv(const std::filesystem::path& path, const Dataset& data);

} // namespace pairscope
