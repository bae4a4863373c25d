// SPDX-License-Identifier: MIT
// A rung of a ladder as a user's own file: a plain one where kernels, launches and parameters can be written so, and
// else the whole description of a variant.
#pragma once

#include "kernels/ladder/variant.h"

#include <string>
#include <string_view>

namespace pairscope::own {

struct CopyOfRung {
    std::string text;
    bool is_plain = false;
    std::string sentence; ///< which of the two it is, and why
};

/// `name` becomes the name of its kernel, or of its description; is_identifier() has accepted it. The rung is a CUDA
/// variant.
[[nodiscard]] CopyOfRung copy_of_rung(const KernelVariant& rung, std::string_view name);

} // namespace pairscope::own
