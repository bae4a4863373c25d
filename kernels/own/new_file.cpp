// SPDX-License-Identifier: MIT
#include "kernels/own/new_file.h"

#include "kernels/ladder/plain_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace pairscope::own {
namespace {

std::string_view usual_type(const PlainName& name) {
    if (is_pointer(name.value)) return name.types[0];
    if (is_number(name.value)) return name.value == PlainValue::parameter ? "float" : "double";
    const bool is_pitch = name.value == PlainValue::pitch || name.value == PlainValue::first_pitch ||
                          name.value == PlainValue::second_pitch;
    return is_pitch ? "size_t" : "int";
}

} // namespace

std::string usual_parameters_of(const WorkloadType& type) {
    const PlainKernel& plain = *type.plain;
    std::vector<std::string> parameters;
    for (const std::string_view taken : plain.takes) {
        const PlainName& name = *std::ranges::find(plain.names, taken, &PlainName::name);
        parameters.push_back(fmt::format("{} {}", usual_type(name), name.name));
    }
    return fmt::format("{}", fmt::join(parameters, ", "));
}

std::string new_file(const WorkloadType& type, const std::string& kernel) {
    const PlainKernel& plain = *type.plain;
    const std::string prepared = plain.prepared.empty() ? "" : fmt::format("// {}\n", plain.prepared);
    return fmt::format("// {}\n{}// workload: {}   block: {}   grid: {}\n__global__ void {}({}) {{\n{}}}\n",
                       type.question, prepared, type.id, plain.block, plain.grid, kernel, usual_parameters_of(type),
                       plain.body);
}

} // namespace pairscope::own
