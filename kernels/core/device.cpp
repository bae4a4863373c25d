// SPDX-License-Identifier: MIT
#include "kernels/core/device.h"

#include <fmt/format.h>

namespace pairscope {

std::string device_id(const Device& device) {
    switch (device.backend) {
    case Backend::cpu:
        return "cpu";
    case Backend::cuda:
        return fmt::format("cuda:{}", device.ordinal);
    }
    return {};
}

} // namespace pairscope
