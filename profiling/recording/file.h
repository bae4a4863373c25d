// SPDX-License-Identifier: MIT
// Recordings as files: JSON, packed by zstd where it is large.
#pragma once

#include "profiling/recording/recording.h"

#include <filesystem>

namespace pairscope::profiling {

/// Texts larger than this are packed.
inline constexpr std::size_t most_plain_bytes = std::size_t{64} << 10;
/// A file that holds, or unpacks to, more is refused before it fills the memory.
inline constexpr std::size_t most_recording_bytes = std::size_t{256} << 20;
inline constexpr std::string_view recording_ending = ".pairscope";

/// What the bytes of a file hold: plain, packed, or a page with a recording. Throws InputError, "WHERE AND WHAT; WHAT
/// TO DO".
[[nodiscard]] Recording recording_in_content(std::string_view bytes, const std::stop_token& stop = {});
/// Packed if that is worth it. Throws InputError if it would be too large to be read back.
[[nodiscard]] std::string content_of(const Recording& recording);

/// Throws InputError, "cannot read FILE: WHERE AND WHAT; WHAT TO DO"; also when it was cancelled, which takes less than
/// 100 ms. Throws MemoryError where the memory is used up.
[[nodiscard]] Recording load_recording(const std::filesystem::path& path, const std::stop_token& stop = {});

/// Throws the InputError that saving the recording, with so many runs added to it, would end with now.
void require_savable(const std::filesystem::path& path, const Recording& recording, std::size_t runs_to_come);

/// If anything fails, the old file is as it was. Throws InputError, "cannot save FILE: ...", also where a file is there
/// that is no recording.
void save_recording(const std::filesystem::path& path, const Recording& recording);
/// Saves into a new file in a folder that others can write to, as save_new_text() does. Returns its path. Throws
/// InputError.
[[nodiscard]] std::filesystem::path save_new_recording(const std::filesystem::path& folder, const std::string& name,
                                                       const Recording& recording);

} // namespace pairscope::profiling
