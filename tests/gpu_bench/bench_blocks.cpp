// SPDX-License-Identifier: MIT
// How long the picture of a matrix takes that is never stored, on the first GPU.
//   bench_blocks [N]        N: vectors, 1000000 unless told
// Lines on stdout: what, blocks, median and fastest of several runs, entries per second, and the share of the ceiling
// for special functions, measured in this process, where each computed entry needs one of them.
#include "kernels/data/shapes/generators.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/devices.h"
#include "kernels/matrix/unstored/blocks.h"
#include "profiling/ceilings/ceilings.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <thread>
#include <vector>

namespace pairscope {
namespace {

/// Median and least.
struct Times {
    double median = 0.0, least = 0.0; ///< [s]
};

Times times_of(const std::function<void()>& work) {
    constexpr int runs = 7;
    std::vector<double> seconds;
    for (int i = 0; i < runs; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300)); // the GPU cools down: see bench_gpu.cpp
        const auto start = std::chrono::steady_clock::now();
        work();
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::sort(seconds);
    return {.median = seconds[runs / 2], .least = seconds.front()};
}

/// Memory that was taken since `free_before` was asked [MiB].
std::size_t memory_since(std::size_t free_before) {
    std::size_t free = 0, total = 0;
    cuda::check(cudaMemGetInfo(&free, &total));
    return (free_before - free) >> 20;
}

struct Bench {
    Engine& engine;
    std::int64_t rows, cols;
    double ceiling; ///< special functions per second

    /// `computed`: the share of the entries that is computed, 0.5 where mirrored blocks are.
    void print(std::string_view what, const BlockGrid& grid, const Times& times, double computed) const {
        const double entries = static_cast<double>(rows) * static_cast<double>(cols);
        fmt::print("{:<44} {:>5} x {:<5} {:9.3f} ms {:9.3f} ms {:8.2f} T entries/s", what, grid.shape.rows,
                   grid.shape.cols, 1e3 * times.median, 1e3 * times.least, 1e-12 * entries / times.median);
        if (computed > 0.0 && ceiling > 0.0)
            fmt::print(" {:6.3f} of the ceiling", computed * entries / times.median / ceiling);
        fmt::print("\n");
    }
    void measure(std::string_view workload, std::int64_t side, double computed) const {
        const BlockGrid grid = blocks_of({rows, cols}, side);
        print(fmt::format("{}, every entry, blocks of {}", workload, side), grid,
              times_of([&] { (void)reduce_blocks(engine, workload, grid, {}); }), computed);
        print(fmt::format("{}, 16 samples of each block", workload), grid,
              times_of([&] { (void)sample_blocks(engine, workload, grid, 16, {}); }), 0.0);
    }
};

int bench(std::int64_t n) {
    const auto gpus = cuda::gpu_devices();
    if (gpus.empty()) {
        fmt::print(stderr, "bench_blocks: {}\n", cuda::why_no_gpu());
        return 1;
    }
    std::size_t free = 0, total = 0;
    cuda::check(cudaMemGetInfo(&free, &total));
    Engine engine(gpus.front());
    const Dataset points = generate(default_settings(Shape::uniform_square, n));
    engine.load(points);
    const profiling::Ceilings ceilings = profiling::measure_ceilings(gpus.front(), {.bytes = 1 << 28}, {});
    const profiling::Ceiling* const special = find(ceilings, profiling::CeilingKind::special_function);
    const double ceiling = special != nullptr ? special->value : 0.0;
    fmt::print("{} {}, ceiling of special functions {:.2f} T/s\n", gpus.front().name, gpus.front().driver,
               1e-12 * ceiling);
    const Bench mirrored{.engine = engine, .rows = n, .cols = n, .ceiling = ceiling};
    mirrored.measure("distance_matrix", 1024, 0.5);
    fmt::print("memory of the GPU: {} MiB, with the context and what the ceilings keep\n", memory_since(free));
    mirrored.measure("distance_matrix", 512, 0.5);
    engine.set_parameters({0.1});
    mirrored.measure("rbf_matrix", 1024, 0.5);
    for (const std::int64_t side : {1, 4, 64, 256}) { // windows of 1024 x 1024 blocks
        const std::int64_t entries = std::min(1024 * side, n);
        const Bench window{.engine = engine, .rows = entries, .cols = entries, .ceiling = ceiling};
        window.measure("distance_matrix", side, 0.0);
    }
    const Dataset others = generate(default_settings(Shape::ring, n));
    engine.load(points, others);
    mirrored.measure("cross_distance", 1024, 1.0);
    return 0;
}

} // namespace
} // namespace pairscope

int main(int count, char** arguments) {
    try {
        return pairscope::bench(count > 1 ? std::atoll(arguments[1]) : 1'000'000);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_blocks: {}\n", error.what());
        return 1;
    }
}
