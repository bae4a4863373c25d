// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child/serve_gpu.h"

#include "app/subjects/workshop/child/child_memory.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <variant>

namespace pairscope::app::workshop {
namespace {

/// The device with this number, as this process sees it.
Device device_with(int ordinal) {
    for (Device& device : devices())
        if (device.backend == Backend::cuda && device.ordinal == ordinal) return std::move(device);
    throw std::runtime_error(fmt::format("the child process finds no GPU {}: {}", ordinal, why_no_gpu()));
}

template <class Value> Values values_at(const SetInMemory& set, const Mapped& memory) {
    std::vector<Value> values(static_cast<std::size_t>(set.rows * set.dims));
    std::memcpy(values.data(), memory.at(set.offset), values.size() * sizeof(Value));
    return values;
}

Dataset set_at(const SetInMemory& set, const GlobeAxes& globe, Element element, const Mapped& memory) {
    Dataset data{.name = "inputs", .rows = set.rows, .dims = set.dims};
    data.values = element == Element::uint8 ? values_at<std::uint8_t>(set, memory) : values_at<float>(set, memory);
    if (set.dims != 2) return data;
    data.origin = {globe.origin[0], globe.origin[1]};
    data.latitude_axis = LatitudeAxis{.axis = globe.latitude_first ? 0u : 1u};
    return data;
}

/// Vector i becomes the former vector (i + turn_of(rows)) % rows; of a single vector, the coordinates are turned.
Dataset turned(Dataset data) {
    const std::int64_t step = data.rows == 1 ? 1 : data.dims, count = data.rows == 1 ? data.dims : data.rows;
    std::visit([&](auto& values) { std::ranges::rotate(values, values.begin() + turn_of(count) * step); }, data.values);
    return data;
}

const void* bytes_in(const Dataset& data) {
    return std::visit([](const auto& values) -> const void* { return values.data(); }, data.values);
}

} // namespace

GpuBuildReply GpuServer::build(const GpuBuildRequest& request, const own::OwnObject& object) {
    const Device device = device_with(request.ordinal);
    code_.emplace(object.file(), device,
                  own::GpuPlaces{.file = request.absolute_path, .include = request.include, .folder = request.folder});
    variant_ = object.variant();
    variant_.launch = own::GpuCode::launch;
    variant_.writes_surface = false;
    station_.emplace(device);
    return {.why_not = {}, .compiler = code_->compiler()};
}

void GpuServer::read_inputs(const RunRequest& request) {
    const Mapped memory(request.memory_bytes);
    const Element element = type_of(variant_.workload).inputs.element;
    inputs_ = {.a = set_at(request.a, request.globe, element, memory), .b = {}};
    if (request.b.offset != request.a.offset) inputs_.b = set_at(request.b, request.globe, element, memory);
    turned_ = {};
    parameters_ = request.parameters;
    number_ += 2;
}

void GpuServer::load(const GpuRequest& request) {
    if (request.has_inputs) read_inputs(request.run);
    if (number_ == 0) throw std::runtime_error("no inputs were sent");
    if (request.is_turned && turned_.a.rows == 0) {
        turned_.a = turned(inputs_.a);
        if (inputs_.b.rows > 0) turned_.b = turned(inputs_.b);
    }
    is_turned_ = request.is_turned;
    const Inputs& chosen = is_turned_ ? turned_ : inputs_;
    station_->load(
        {.a = chosen.a, .b = chosen.second(), .parameters = parameters_, .revision = number_ + (is_turned_ ? 1 : 0)});
}

/// A kernel that changes its inputs would find other ones in the next launch.
void GpuServer::require_same_inputs() {
    if (variant_.layout != Layout::row_major) return;
    const Problem problem = station_->engine().problem(LinearMemory{});
    const Inputs& chosen = is_turned_ ? turned_ : inputs_;
    for (const auto& [set, data] : {std::pair(&problem.a, &chosen.a), std::pair(&problem.b, &chosen.second())}) {
        const std::int64_t row = set->dims * bytes_of(set->element), step = set->pitch * bytes_of(set->element);
        std::vector<std::byte> now(static_cast<std::size_t>(set->rows * step));
        station_->engine().copy_to_host(now.data(), set->data, now.size());
        const auto* const known = static_cast<const std::byte*>(bytes_in(*data));
        for (std::int64_t i = 0; i < set->rows; ++i)
            if (std::memcmp(now.data() + i * step, known + i * row, static_cast<std::size_t>(row)) != 0)
                throw std::runtime_error(fmt::format("it has changed its inputs: vector {} is another one now", i));
    }
}

const KernelVariant& GpuServer::variant_for(const GpuRequest& request) const {
    if (request.variant.empty()) return variant_;
    const KernelVariant* const found = find_variant(request.variant);
    if (found == nullptr) throw std::runtime_error(fmt::format("there is no variant {}", request.variant));
    return *found;
}

OutputBuffer& GpuServer::output_for(const KernelVariant& variant) {
    const Workload workload = workload_of(variant.workload, station_->engine().inputs());
    const MatrixShape words = words_of(output_of(workload, variant.both_directions));
    if (output_ && output_->shape == words && output_->entry == variant.entry) return *output_;
    output_.reset(); // first free, then ask
    return output_.emplace(station_->engine().allocate(words, variant.entry));
}

void GpuServer::send_output(const RunRequest& request, const OutputBuffer& output) {
    const Mapped memory(request.memory_bytes);
    const LinearMemory from = output.memory();
    const auto row = output.shape.cols * bytes_of(output.entry);
    for (std::int64_t i = 0; i < output.shape.rows;) {
        const bool is_whole = from.pitch == output.shape.cols && request.pitch == from.pitch;
        const std::int64_t rows = is_whole ? output.shape.rows : 1;
        station_->engine().copy_to_host(memory.at(request.out_offset + i * request.pitch * 4),
                                        from.data + i * from.pitch, static_cast<std::size_t>(rows * row));
        i += rows;
    }
}

GpuReply GpuServer::run(const GpuRequest& request, const std::stop_token& stop) {
    if (!code_) throw std::runtime_error("nothing was compiled for a GPU");
    load(request);
    const KernelVariant& variant = variant_for(request);
    OutputBuffer& output = output_for(variant);
    const RunControl control{.stop = stop, .launches = request.launches, .block = request.run.block};
    GpuReply reply;
    if (request.asks_for_facts) {
        reply.kernels = code_->facts(station_->engine().problem(output.memory()));
        return reply;
    }
    if (request.count) {
        const Workload workload = workload_of(variant.workload, station_->engine().inputs());
        const profiling::StationRun run{variant, workload, {output.memory(), output.shape, &output}};
        reply.counts = station_->count(run, *request.count, control);
        return reply;
    }
    station_->rest();
    if (request.is_poisoned) station_->engine().poison(output, stop);
    reply.seconds = station_->engine().run(variant, output.memory(), control);
    if (!request.is_sent) return reply;
    if (const GuardDamage damage = station_->engine().guard_damage(output); damage.count > 0)
        throw std::runtime_error(
            fmt::format("it has written {} entries outside of the output, the nearest {} entries {} it", damage.count,
                        std::abs(damage.nearest), damage.nearest < 0 ? "before" : "behind"));
    require_same_inputs();
    send_output(request.run, output);
    return reply;
}

} // namespace pairscope::app::workshop
