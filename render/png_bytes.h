// SPDX-License-Identifier: MIT
// A picture as the bytes of a PNG, for whoever keeps it in another file.
#pragma once

#include "render/image.h"

#include <string>

namespace pairscope {

/// The same bytes for the same picture.
[[nodiscard]] std::string png_bytes(const Image& image);

} // namespace pairscope
