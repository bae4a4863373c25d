// SPDX-License-Identifier: MIT
// A file that somebody wants to read, and what a look at it said: which of the readers know it. It is looked at once,
// and the answer goes with the file to whoever reads it.
#pragma once

#include "kernels/data/errors.h"
#include "kernels/data/names.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {

enum class FileFormat : std::uint8_t {
    text,      ///< a table, or distances in a text
    npy,       ///< an array of NumPy
    npz,       ///< an array of NumPy in an archive
    idx,       ///< pictures
    recording, ///< what this program measured
};
inline constexpr std::array<Name<FileFormat>, 5> file_format_names{
    {{FileFormat::text, "text", "a text"},
     {FileFormat::npy, "npy", "an array of NumPy"},
     {FileFormat::npz, "npz", "an archive of NumPy"},
     {FileFormat::idx, "idx", "pictures in the idx format"},
     {FileFormat::recording, "recording", "a recording"}}};
static_assert(is_in_order(file_format_names));

/// Does the first row of a text name its columns?
enum class Header : std::uint8_t { no, yes };
inline constexpr std::array<Name<Header>, 2> header_names{
    {{Header::no, "no", "a row of the table"}, {Header::yes, "yes", "the names of the columns"}}};
static_assert(is_in_order(header_names));

struct InputFile {
    InputFile() = default;
    template <class Path>
    requires std::convertible_to<Path, std::filesystem::path> InputFile(Path&& named)
        : path(std::forward<Path>(named)) {} // NOLINT: a path is a file at which nobody looked yet

    [[nodiscard]] bool is(FileFormat format) const { return claims.size() == 1 && claims.front() == format; }
    [[nodiscard]] bool may_be(FileFormat format) const { return std::ranges::find(claims, format) != claims.end(); }

    std::filesystem::path path{};
    std::optional<Header> header{};   ///< a user said so of a text; absent: its cells tell
    std::vector<FileFormat> claims{}; ///< whose file it is; empty: nobody looked at it, or it cannot be read
};

/// Looks at the name and the first bytes, unless somebody did. A reader that was chosen has the file, whatever it looks
/// like; where several know it, it must be one of these. A file that cannot be read keeps no claims: whoever reads it
/// says why.
[[nodiscard]] InputFile look_at(InputFile file, std::optional<FileFormat> chosen = {});
/// For one of two files, of which the reader may have been chosen for the other: it has the file if it knows it.
[[nodiscard]] InputFile look_at_one_of_two(const InputFile& file, std::optional<FileFormat> chosen);

/// Several readers know the file, and nobody has chosen one of them.
struct UnclearFile : InputError {
    explicit UnclearFile(const InputFile& unclear);
    InputFile file;
};

} // namespace pairscope
