// SPDX-License-Identifier: MIT
// For the object of an own kernel only: how its kernels are launched.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/own/glue.h"

#include <type_traits>

namespace pairscope::own {

template <class... Parameters>
void launch(void (*kernel)(Parameters...), const Shape& shape, std::type_identity_t<Parameters>... arguments) {
    const auto extent = [](const std::array<std::int64_t, 3>& of) {
        return dim3(static_cast<unsigned>(of[0]), static_cast<unsigned>(of[1]), static_cast<unsigned>(of[2]));
    };
    cuda::launch_grid(kernel, extent(shape.grid), extent(shape.block), static_cast<std::size_t>(shape.shared_bytes),
                      nullptr, arguments...);
}

} // namespace pairscope::own
