// SPDX-License-Identifier: MIT
// What the program reads. One list in readers.cpp says how each reader knows its files and begins to read them.
#pragma once

#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/input_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// Begins to read the file, of which nothing was read yet: says as what, and if it is an archive, the source then gives
/// the bytes of its array. Throws UnclearFile for a file that several readers know, and InputError for one that is
/// empty, binary, or of a kind that people open by mistake, and says what it is.
[[nodiscard]] FileFormat begin_reading(ByteSource& source, const InputFile& file);

/// Throws InputError for a file that is no text with a table, and says what it is.
void require_text(ByteSource& source);

/// The first bytes of what zstd has packed, such as recordings that are not small.
inline constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";
/// Does a recording begin like this? It is packed by zstd, or JSON. No table begins like that.
[[nodiscard]] bool begins_like_recording(std::string_view first_bytes);
/// Does a page that holds a recording begin like this? `pairscope page` writes such files.
[[nodiscard]] bool begins_like_page(std::string_view first_bytes);

/// The endings of all files with data, and for `recordings` also those of recordings.
[[nodiscard]] std::vector<std::string> endings_to_open(bool recordings);

} // namespace pairscope
