// SPDX-License-Identifier: MIT
#include "kernels/ladder/device.h"

#include <fmt/format.h>

namespace pairscope {

std::string device_id(const Device& device) {
    switch (device.backend) {
    case Backend::cpu:
        return std::string(name_of(device.backend));
    case Backend::cuda:
        if (device.whole_units > 0)
            return fmt::format("{}:{}/{}", name_of(device.backend), device.ordinal, device.units);
        return fmt::format("{}:{}", name_of(device.backend), device.ordinal);
    }
    return {};
}

} // namespace pairscope
