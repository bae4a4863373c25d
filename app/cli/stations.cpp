// SPDX-License-Identifier: MIT
#include "app/cli/stations.h"

namespace pairscope::cli {

std::string Stations::why_not(const Planned& run, TargetKind kind) {
    if (!run.device) return run.reason;
    std::string reason = pairscope::why_not(*run.variant, workload(), *run.device, kind);
    if (!reason.empty() || kind == TargetKind::linear || simulated(*run.variant, *run.device)) return reason;
    return texture(*run.device, run.variant->entry).why_not;
}

Stations::Station& Stations::station(const Device& device) {
    const std::string id = device_id(device);
    const auto found = stations_.find(id);
    if (found != stations_.end()) return found->second;
    Station station{.engine = Engine(device), .buffer = {}, .texture = {}, .simulated = {}};
    station.engine.load(*data_.dataset, data_.second ? *data_.second : *data_.dataset);
    station.engine.set_parameters(data_.parameters);
    return stations_.emplace(id, std::move(station)).first->second;
}

const OpenedTexture& Stations::texture(const Device& device, Entry entry) {
    Station& here = station(device);
    if (here.texture_entry != entry) here.texture.reset();
    if (!here.texture) here.texture = open_texture(device, shape(), entry);
    here.texture_entry = entry;
    return *here.texture;
}

AnswerBuffer& Stations::buffer(const Device& device, Entry entry) {
    Station& here = station(device);
    if (here.buffer.storage != nullptr && here.buffer.entry != entry) here.buffer = {};
    if (here.buffer.storage == nullptr) here.buffer = here.engine.allocate(shape(), entry, stop_);
    return here.buffer;
}

profiling::RunTarget Stations::target(const Device& device, TargetKind kind, Entry entry) {
    switch (kind) {
    case TargetKind::linear: {
        AnswerBuffer& matrix = buffer(device, entry);
        return {.out = matrix.memory(), .shape = shape(), .buffer = &matrix};
    }
    case TargetKind::surface:
        if (device.backend == Backend::cpu)
            return profiling::simulated_texture(buffer(device, entry), station(device).simulated);
        return {.out = texture(device, entry).place->surface(), .shape = shape(), .buffer = nullptr};
    }
    return {};
}

} // namespace pairscope::cli
