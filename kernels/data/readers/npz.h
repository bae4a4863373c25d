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

} // namespace pairscope
