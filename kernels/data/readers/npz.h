// SPDX-License-Identifier: MIT
// Finds the array in an archive of NumPy, .npz: a ZIP file whose members are .npy files (APPNOTE.TXT of PKWARE, 4.3).
#pragma once

#include "kernels/data/readers/byte_source.h"

#include <string_view>

namespace pairscope {

/// Is this the begin of a ZIP file whose first member is a .npy file?
[[nodiscard]] bool is_npz(std::string_view first_bytes);

/// The one array of the archive. Throws InputError for an archive that is cut short or damaged, or encrypted; that
/// holds no array, other files, or several arrays, which it names; and whose array is packed in a way that NumPy does
/// not use.
[[nodiscard]] ArchiveMember array_in(const ByteSource& archive);

/// From now on, the source gives the bytes of the array: the one of the archive, or its own if it is no archive. Throws
/// InputError for an archive that is gzipped once more, and what array_in() throws.
void enter_array(ByteSource& source);

} // namespace pairscope
