// SPDX-License-Identifier: MIT
// How long the search for the k nearest neighbours of all points takes, on the CPU and on the first GPU.
//   bench_neighbours [N] [K]
// Lines on stdout: points, device, seconds of the fastest of several searches, and on a GPU the parts of it and the
// time that reading the points and writing the output takes at the bandwidth of a fill, measured in this process. The
// tables of both devices are compared. Messages on stderr.
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/devices.h"
#include "kernels/neighbours/gpu_search.h"
#include "kernels/neighbours/nearest.h"
#include "profiling/ceilings/ceilings.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cuda_runtime_api.h>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using neighbours::NeighbourTable;

struct Points {
    std::string name;
    Dataset data;
};

Dataset of_coordinates(std::vector<float> values) {
    Dataset data{.rows = std::ssize(values) / 2, .dims = 2};
    data.values = std::move(values);
    return data;
}

Points uniform(std::int64_t n) {
    Pcg32 random(1);
    std::vector<float> values(static_cast<std::size_t>(2 * n));
    for (float& value : values) value = static_cast<float>(random.uniform());
    return {"uniform square", of_coordinates(std::move(values))};
}

/// As towns are: most points in clusters of very different density, and many at the same place.
Points clustered(std::int64_t n) {
    Pcg32 random(2);
    std::vector<float> values;
    while (std::ssize(values) < 2 * n) {
        const double x = random.uniform(), y = random.uniform(), width = std::pow(10.0, -5.0 * random.uniform() - 1.0);
        const auto count = static_cast<std::int64_t>(std::pow(10.0, 4.0 * random.uniform()));
        for (std::int64_t i = 0; i < count && std::ssize(values) < 2 * n; ++i) {
            values.push_back(static_cast<float>(x + std::round(1e7 * width * random.uniform()) * 1e-7));
            values.push_back(static_cast<float>(y + std::round(1e7 * width * random.uniform()) * 1e-7));
        }
    }
    return {"clusters", of_coordinates(std::move(values))};
}

NeighbourTable bench_cpu(const Points& points, int k) {
    constexpr int searches = 3;
    double fastest = 1e9;
    NeighbourTable table;
    for (int i = 0; i < searches; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        table = neighbours::nearest_neighbours({.first = points.data, .k = k}, {});
        fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    fmt::print("{:<16} {:>9} points, k = {:<2} CPU    {:9.3f} ms\n", points.name, points.data.rows, k, 1e3 * fastest);
    return table;
}

std::int64_t differences(const NeighbourTable& a, const NeighbourTable& b) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < a.neighbours.size(); ++i)
        count += a.neighbours[i] != b.neighbours[i] || a.distances[i] != b.distances[i] ? 1 : 0;
    return count;
}

bool bench_gpu(const Points& points, const NeighbourTable& expected, double fill) {
    constexpr int searches = 21;
    NeighbourTable found = expected;
    cuda::NeighbourSearch search(static_cast<std::int32_t>(points.data.rows));
    search.load(coordinates(points.data));
    double fastest = 1e9;
    cuda::NeighbourSearch::Parts parts;
    for (int i = 0; i < searches; ++i) {
        const double seconds = search.search(expected.k);
        if (seconds < fastest) parts = search.parts();
        fastest = std::min(fastest, seconds);
    }
    const auto begin = std::chrono::steady_clock::now();
    search.finish(found, {.first = points.data, .k = expected.k}, {});
    const double finish = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const std::int64_t wrong = differences(found, expected);
    const double bytes = static_cast<double>(points.data.rows) * (9.0 + 4.0 * expected.k);
    fmt::print(
        "{:<16} {:>9} points, k = {:<2} GPU    {:9.3f} ms: sort {:.3f}, tree {:.3f}, search {:.3f}; bytes at the "
        "fill ceiling {:.3f} ms, {:.3f} of the time; copied and put into the exact order in {:.3f} ms; {} entries "
        "differ from the CPU's\n",
        points.name, points.data.rows, expected.k, 1e3 * fastest, 1e3 * parts.sort, 1e3 * parts.tree,
        1e3 * parts.search, 1e3 * bytes / fill, bytes / fill / fastest, 1e3 * finish, wrong);
    return wrong == 0;
}

int bench(std::int64_t n, int k) {
    const auto gpus = cuda::gpu_devices();
    double fill = 0.0;
    if (gpus.empty()) {
        fmt::print(stderr, "bench_neighbours: {}\n", cuda::why_no_gpu());
    } else {
        cuda::check(cudaSetDevice(gpus.front().ordinal));
        const profiling::CeilingRequest request{.bytes = 1 << 30, .kinds = {profiling::CeilingKind::fill}};
        fill = find(profiling::measure_ceilings(gpus.front(), request, {}), profiling::CeilingKind::fill)->value;
        fmt::print("{}: fill {:.0f} GB/s\n", gpus.front().name, 1e-9 * fill);
    }
    bool right = true;
    for (const Points& points : {uniform(n), clustered(n)}) {
        const NeighbourTable expected = bench_cpu(points, k);
        if (!gpus.empty()) right = bench_gpu(points, expected, fill) && right;
    }
    return right ? 0 : 1;
}

} // namespace
} // namespace pairscope

int main(int count, char** arguments) {
    try {
        return pairscope::bench(count > 1 ? std::atoll(arguments[1]) : 1'000'000,
                                count > 2 ? std::atoi(arguments[2]) : 8);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_neighbours: {}\n", error.what());
        return 1;
    }
}
