// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/shared_inputs.h"

#include <cstring>

namespace pairscope::app::workshop {
namespace {

std::int64_t after(std::int64_t bytes) { return (bytes + 255) / 256 * 256; }

std::int64_t packed_bytes(const Input& set) { return set.rows * set.dims * bytes_of(set.element); }

void put(SharedMemory& memory, const SetInMemory& place, const Input& set) {
    const std::int64_t vector = set.dims * bytes_of(set.element), step = set.pitch * bytes_of(set.element);
    for (std::int64_t row = 0; row < set.rows; ++row)
        std::memcpy(memory.at(place.offset + row * vector), static_cast<const std::byte*>(set.data) + row * step,
                    static_cast<std::size_t>(vector));
}

} // namespace

RunRequest request_for(const WorkloadType& type, const Inputs& inputs) {
    RunRequest request;
    const bool has_two = inputs.b.data != inputs.a.data;
    request.a = {0, inputs.a.rows, inputs.a.dims};
    request.b = has_two ? SetInMemory{after(packed_bytes(inputs.a)), inputs.b.rows, inputs.b.dims} : request.a;
    request.globe = inputs.a.globe;
    request.out_offset = after(request.b.offset + packed_bytes(inputs.b));
    request.memory_bytes = request.out_offset;
    request.parameters = inputs.parameters.empty() ? usual_parameters(type) : inputs.parameters;
    return request;
}

void put_inputs(SharedMemory& memory, const RunRequest& request, const Inputs& inputs) {
    memory.resize(request.memory_bytes);
    put(memory, request.a, inputs.a);
    if (request.b.offset != request.a.offset) put(memory, request.b, inputs.b);
}

} // namespace pairscope::app::workshop
