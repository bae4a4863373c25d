// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/sets.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/event.h"

#include <utility>

namespace pairscope::cuda {

void SetStore::load(const Input& set, cudaStream_t stream) {
    const auto* const first = static_cast<const std::byte*>(set.data);
    host_.assign(first, first + set.size_bytes());
    LaidOut kept;
    if (const auto found = sets_.find(Layout::row_major);
        found != sets_.end() && found->second.memory.size() == set.size_bytes())
        kept.memory = std::move(found->second.memory);
    sets_.clear(); // first free, then ask
    if (kept.memory.size() != set.size_bytes()) kept.memory = DeviceBuffer<std::byte>(set.size_bytes());
    check(cudaMemcpyAsync(kept.memory.data(), host_.data(), host_.size(), cudaMemcpyHostToDevice, stream));
    check(cudaStreamSynchronize(stream));
    kept.input = set;
    kept.input.data = kept.memory.data();
    sets_.emplace(Layout::row_major, std::move(kept));
}

Input SetStore::on_host() const {
    Input host = row_major();
    host.data = host_.data();
    return host;
}

const Input& SetStore::in(Layout layout, cudaStream_t stream) {
    if (const auto found = sets_.find(layout); found != sets_.end()) return found->second.input;
    LaidOut made{.memory = {}, .input = laid_out(row_major(), layout)};
    made.memory = DeviceBuffer<std::byte>(made.input.size_bytes());
    made.input.data = made.memory.data();
    Event start, stop;
    start.record(stream);
    lay_out(row_major(), made.input, stream);
    stop.record(stream);
    stop.synchronize();
    made.seconds = seconds_between(start, stop);
    return sets_.emplace(layout, std::move(made)).first->second.input;
}

double SetStore::seconds_of(Layout layout) const {
    const auto found = sets_.find(layout);
    return found == sets_.end() ? 0.0 : found->second.seconds;
}

} // namespace pairscope::cuda
