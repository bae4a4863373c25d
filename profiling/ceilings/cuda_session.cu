// SPDX-License-Identifier: MIT
#include "profiling/ceilings/cuda_session.h"

#include "profiling/runner.h"

#include <algorithm>

namespace pairscope::profiling {
namespace {

constexpr int runs = 25; // runs of each way; the median counts

} // namespace

bool CudaSession::wants(CeilingKind kind) const {
    return !control_.stop.stop_requested() && std::ranges::find(request_.kinds, kind) != request_.kinds.end();
}

std::int64_t CudaSession::array_bytes() const {
    constexpr std::int64_t smallest = std::int64_t{1} << 20, largest_default = std::int64_t{4} << 30;
    if (request_.bytes > 0) return std::max(request_.bytes, smallest);
    return std::clamp(device().memory_bytes / 16, smallest, largest_default);
}

void CudaSession::keep_best(CeilingKind kind, const std::vector<CudaWay>& ways) {
    if (!wants(kind)) return;
    if (progress_)
        progress_("measuring " + std::string(title_of(kind)),
                  static_cast<double>(measured_++) / static_cast<double>(request_.kinds.size()));
    std::optional<Ceiling> best;
    for (const CudaWay& way : ways) {
        if (control_.stop.stop_requested()) return;
        Ceiling ceiling = ceiling_from(kind, way.amount, seconds(way), way.how);
        if (!best || ceiling.value > best->value) best = std::move(ceiling);
    }
    if (!best) return;
    best->peak = data_sheet_peak(device(), kind);
    add(out_, std::move(*best));
}

double CudaSession::seconds_of(const CudaWay& way, int launches) const {
    start_.record(stream_.get());
    for (int i = 0; i < launches; ++i) way.enqueue(stream_.get());
    cuda::check(cudaGetLastError());
    stop_.record(stream_.get());
    stop_.synchronize();
    return cuda::seconds_between(start_, stop_) / launches;
}

std::vector<double> CudaSession::seconds(const CudaWay& way) const {
    std::vector<double> seconds;
    way.enqueue(stream_.get()); // once to warm up
    const int launches = launches_timed_together(Backend::cuda, seconds_of(way));
    for (int i = 0; i < runs; ++i) seconds.push_back(seconds_of(way, launches));
    return seconds;
}

} // namespace pairscope::profiling
