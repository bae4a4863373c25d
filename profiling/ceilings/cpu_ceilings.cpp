// SPDX-License-Identifier: MIT
#include "profiling/ceilings/cpu_ceilings.h"

#include "kernels/cpu/memory.h"
#include "kernels/cpu/parallel.h"
#include "profiling/ceilings/cpu_loops.h"
#include "profiling/statistics.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace pairscope::profiling {
namespace {

constexpr std::int64_t default_bytes = std::int64_t{512} << 20; // far above the caches
constexpr std::int64_t block = 1 << 16;                         // floats a thread takes at once: 256 KiB

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

/// A ceiling is the best median of the ways tried. `work` of one run of `body` is in bytes or flops.
void try_way(std::optional<Ceiling>& best, double work, std::string_view how, const RunControl& control,
             const std::function<void()>& body) {
    const StoppingRule rule{.min_samples = 10, .max_samples = 200, .relative_interval = 0.01, .max_seconds = 0.4};
    std::vector<double> samples;
    body(); // a first run to warm up, not timed
    while (!stop_reason(samples, rule)) {
        const auto start = Clock::now();
        body();
        if (control.stop.stop_requested()) return;
        samples.push_back(Seconds(Clock::now() - start).count());
    }
    const double value = work / median(samples);
    if (!best || value > best->value) best = Ceiling{value, static_cast<int>(samples.size()), how};
}

/// The array that is filled and read, by the same threads and in the same way as the CPU variants do it.
struct Array {
    std::shared_ptr<float> memory;
    std::int64_t blocks = 0;
    int threads = 1;
    const RunControl& control;

    [[nodiscard]] double bytes() const { return static_cast<double>(blocks * block) * sizeof(float); }
    template <class Body> void in_blocks(Body body) const {
        cpu::for_rows(
            {.rows = blocks, .threads = threads, .stop = control.stop},
            [&](std::int64_t first, std::int64_t last) { body(memory.get() + first * block, (last - first) * block); });
    }
};

Array array_of(std::int64_t bytes, const RunControl& control) {
    const auto floats = (bytes > 0 ? bytes : default_bytes) / static_cast<std::int64_t>(sizeof(float));
    const std::int64_t blocks = std::max<std::int64_t>(1, floats / block);
    return {cpu::allocate_floats("measuring the ceilings", blocks * block), blocks,
            cpu::threads_to_use(control.threads), control};
}

std::string_view streaming_name() {
    switch (vector_bits()) {
    case 128:
        return "streaming stores, 128-bit";
    case 256:
        return "streaming stores, 256-bit";
    case 512:
        return "streaming stores, 512-bit";
    default:
        return "streaming stores";
    }
}

std::optional<Ceiling> fill_ceiling(const Array& array) {
    std::optional<Ceiling> best;
    try_way(best, array.bytes(), "ordinary stores", array.control, [&] { array.in_blocks(store_fill); });
    try_way(best, array.bytes(), streaming_name(), array.control, [&] { array.in_blocks(stream_fill); });
    return best;
}

std::optional<Ceiling> read_ceiling(const Array& array) {
    std::optional<Ceiling> best;
    std::atomic<float> total = 0.0f; // somebody must want the sums, or the compiler drops the loop
    try_way(best, array.bytes(), "sum of all entries", array.control, [&] {
        array.in_blocks([&](const float* in, std::int64_t count) { total = total + read_sum(in, count); });
    });
    return best;
}

std::optional<Ceiling> fma_ceiling(int threads, const RunControl& control) {
    constexpr std::int64_t pieces_per_thread = 64, steps = 1 << 14; // a piece takes about 50 us
    std::optional<Ceiling> best;
    std::atomic<double> flops = 0.0;
    const auto run = [&] {
        flops = 0.0;
        cpu::for_rows({.rows = pieces_per_thread * threads, .threads = threads, .stop = control.stop},
                      [&](std::int64_t first, std::int64_t last) {
                          float sink = 0.0f;
                          for (std::int64_t piece = first; piece < last; ++piece) flops += multiply_add(steps, sink);
                      });
    };
    run();
    try_way(best, flops, "independent chains of multiply-adds", control, run);
    return best;
}

} // namespace

Ceilings cpu_ceilings(const Device& device, std::int64_t bytes, const RunControl& control,
                      const std::function<void(std::string_view doing, double share)>& progress) {
    const auto report = [&](std::string_view doing, double share) {
        if (progress) progress(doing, share);
    };
    const int threads = cpu::threads_to_use(control.threads);
    Ceilings found;
    found.device = device;
    found.threads = threads;
    found.when = std::chrono::system_clock::now();
    report("measuring the multiply-add ceiling", 0.0);
    found.fma = fma_ceiling(threads, control);
    report("measuring the fill ceiling", 0.25);
    const Array array = array_of(bytes, control);
    found.fill = fill_ceiling(array);
    report("measuring the read ceiling", 0.75);
    found.read = read_ceiling(array);
    return found;
}

} // namespace pairscope::profiling
