// SPDX-License-Identifier: MIT
#include "app/cli/options/stations.h"

#include <utility>

namespace pairscope::cli {

void Stations::begin(LoadedData data) {
    for (auto& [id, here] : places_) free_memory(here);
    data_ = std::move(data);
    ++revision_;
}

void Stations::free_memory(PerDevice& here) {
    here.buffer = {};
    here.texture.reset();
    here.station.release_memory();
}

void Stations::leave_other_parts(const Device& device) {
    if (device.backend != Backend::cuda) return;
    for (auto& [id, here] : places_) {
        const Device& other = here.station.device();
        if (other.backend == device.backend && other.ordinal == device.ordinal && other != device) free_memory(here);
    }
}

std::string Stations::why_not(const Planned& run, TargetKind kind) {
    if (!run.device) return run.reason;
    std::string reason = pairscope::why_not(*run.variant, workload(), *run.device, kind);
    if (!reason.empty() || kind == TargetKind::linear || simulated(*run.variant, *run.device)) return reason;
    return texture(*run.device, *run.variant).why_not;
}

Stations::PerDevice& Stations::place(const Device& device) {
    return places_.try_emplace(device_id(device), PerDevice{.station = profiling::Station(device)}).first->second;
}

profiling::Station& Stations::loaded(const Device& device) {
    profiling::Station& station = at(device);
    station.load({.a = *data_.question.first,
                  .b = data_.question.across(),
                  .parameters = data_.question.parameters,
                  .revision = revision_});
    return station;
}

const OpenedTexture& Stations::texture(const Device& device, const KernelVariant& variant) {
    PerDevice& here = place(device);
    if (here.texture_entry != variant.entry) here.texture.reset();
    if (!here.texture) here.texture = open_texture(device, shape(variant), variant.entry);
    here.texture_entry = variant.entry;
    return *here.texture;
}

OutputBuffer& Stations::buffer(const Device& device, const KernelVariant& variant) {
    PerDevice& here = place(device);
    const MatrixShape words = shape(variant);
    if (here.buffer.entry != variant.entry || here.buffer.shape != words) here.buffer = {};
    if (here.buffer.storage == nullptr)
        here.buffer = here.station.buffers().acquire(loaded(device).engine(), words, variant.entry, stop_);
    return here.buffer;
}

profiling::RunTarget Stations::target(const Device& device, TargetKind kind, const KernelVariant& variant) {
    switch (kind) {
    case TargetKind::linear: {
        OutputBuffer& matrix = buffer(device, variant);
        return {.out = matrix.memory(), .shape = shape(variant), .buffer = &matrix};
    }
    case TargetKind::surface:
        if (device.backend == Backend::cpu)
            return profiling::simulated_texture(buffer(device, variant), place(device).simulated);
        return {.out = texture(device, variant).place->surface(), .shape = shape(variant), .buffer = nullptr};
    }
    return {};
}

} // namespace pairscope::cli
