// SPDX-License-Identifier: MIT
// The one list of what the program reads. Each reader knows its files by their first bytes and their names.
#pragma once

#include "kernels/data/readers/byte_source.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// The name of a file, and its first bytes, unpacked if it is gzipped.
struct FileHead {
    std::string_view name;
    std::string_view bytes; ///< at most head_bytes
};

enum class FileFormat : std::uint8_t {
    text,      ///< a table, or distances in a text
    npy,       ///< an array of NumPy
    npz,       ///< an array of NumPy in an archive
    idx,       ///< pictures
    recording, ///< what this program measured
};

struct Reader {
    FileFormat format = FileFormat::text;
    std::string_view title;                    ///< "an array of NumPy"
    std::span<const std::string_view> endings; ///< what its files are usually called: ".npy"
    bool has_data = true;                      ///< vectors or a table; a recording has more than that
    /// Is it certain by name and first bytes that this reader has to read the file? Null: it reads what no other one
    /// does.
    bool (*knows)(const FileHead& head) = nullptr;
    /// What comes before reading: refuses what is no such file, and passes on to the bytes that are read. Null:
    /// nothing.
    void (*open)(ByteSource& source) = nullptr;
};

/// Texts first: what no other reader knows is read as a text, if it is one.
[[nodiscard]] std::span<const Reader> readers();

/// The reader of this file, of which nothing was read yet. If the file is an archive, the source then gives
/// the bytes of its array.
/// Throws InputError for a file that two readers know, and for one that is empty, binary, or of a kind that people open
/// by mistake, and says what it is.
[[nodiscard]] const Reader& reader_of(ByteSource& source, const std::filesystem::path& path);

/// Throws InputError for a file that is no text with a table, and says what it is.
void require_text(ByteSource& source);

/// Does a recording begin like this?
[[nodiscard]] bool begins_like_recording(std::string_view first_bytes);

/// The endings of all files with data, and for `recordings` also those of recordings.
[[nodiscard]] std::vector<std::string> endings_to_open(bool recordings);

} // namespace pairscope
