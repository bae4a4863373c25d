// SPDX-License-Identifier: MIT
// The speed table of tests/gpu_acceptance: every CUDA variant into both targets, against a fill measured in this
// process.
//   bench_gpu [N]
//   bench_gpu --hold-all-but MIB     for tests/peers/memory_peer.py: takes the memory of the first GPU, says so, and
//                                    holds it until standard input ends
// Lines on stdout: name, target, milliseconds (median), GB/s of compulsory bytes, share of the fill. Messages on
// stderr.
#include "kernels/data/errors.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/devices.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "profiling/ceilings/ceilings.h"
#include "profiling/runner.h"
#include "render/gl/headless.h"
#include "render/interop.h"
#include "render/matrix_texture.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace pairscope {
namespace {

using profiling::Ceilings;
using profiling::Failed;
using profiling::Measurement;
using profiling::Skipped;

// Without a rest the kernels before a variant have brought an H200 to its limit of 700 W, and its clock from 1980 to
// 1700 MHz: tile16 then takes 0.86 ms instead of 0.81.
constexpr auto rest = std::chrono::milliseconds(300);

constexpr profiling::StoppingRule patient{.min_samples = 51, .max_samples = 201, .relative_interval = 0.001};

struct Bench {
    Engine& engine;
    Workload workload;
    Ceilings ceilings;
    bool failed = false;

    void print(const std::string& name, const char* target, double seconds, Entry entry = Entry::float32) const {
        const double bytes = static_cast<double>(bytes_of(entry)) * static_cast<double>(workload.rows) *
                             static_cast<double>(workload.cols);
        fmt::print("{:<34} {:<8} {:9.4f} ms {:8.1f} GB/s {:7.4f}\n", name, target, 1e3 * seconds,
                   1e-9 * bytes / seconds, bytes / seconds / find(ceilings, profiling::CeilingKind::fill)->value);
    }
    void measure(const KernelVariant& variant, const profiling::RunTarget& target) {
        const char* const kind = kind_of(target.out) == TargetKind::linear ? "linear" : "texture";
        std::this_thread::sleep_for(rest);
        const auto outcome = profiling::measure(engine, variant, workload, target,
                                                {.stopping = patient, .rows_checked = 512, .progress = {}}, {});
        if (const auto* m = std::get_if<Measurement>(&outcome)) {
            print(std::string(short_name(m->variant_id)), kind, profiling::seconds_of(*m), variant.entry);
        } else if (const auto* skip = std::get_if<Skipped>(&outcome)) {
            fmt::print("{:<34} {:<8} skipped: {}\n", short_name(skip->variant_id), kind, skip->reason);
        } else {
            fmt::print("{:<34} {:<8} FAILED: {}\n", short_name(variant.id), kind, std::get<Failed>(outcome).message);
            failed = true;
        }
    }
    void measure_passes(const OutputTarget& matrix, MatrixShape shape, std::optional<Surface> overview_texture) const {
        const char* const kind = kind_of(matrix) == TargetKind::linear ? "linear" : "texture";
        print("summarize, with its sample", kind, wall([&] { (void)summarize(engine, matrix, shape, {}); }),
              entry_of(matrix));
        const std::int64_t factor = overview_factor(shape);
        Overview overview;
        const std::string name = fmt::format("overview by {}", factor);
        print(name + ", to the host", kind, wall([&] { reduce(engine, matrix, shape, factor, &overview); }),
              entry_of(matrix));
        if (overview_texture)
            print(name + ", to a texture", kind,
                  wall([&] { reduce(engine, matrix, shape, factor, *overview_texture); }), entry_of(matrix));
    }
    static double wall(const std::function<void()>& work) {
        std::vector<double> seconds;
        for (int i = 0; i < 11; ++i) {
            const auto start = std::chrono::steady_clock::now();
            work();
            seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        return profiling::median(seconds);
    }
};

/// The texture on the screen, without a screen. Throws gl::Error where OpenGL is not to be had.
struct DrawnTexture {
    gl::HeadlessContext context;
    MatrixTexture texture;
    TextureLink link;
    std::optional<TextureLink> overview;

    DrawnTexture(int ordinal, MatrixShape shape, Entry entry)
        : context(ordinal), texture(shape, entry), link(texture.exact()) {
        if (texture.overview() != nullptr) overview.emplace(*texture.overview());
    }
};

void print_ceilings(const Ceilings& ceilings) {
    fmt::print("{} {}\n", ceilings.device.name, ceilings.device.driver);
    for (const profiling::Ceiling& ceiling : ceilings.found)
        fmt::print("ceiling {:<26} {:9.1f} G{} ({})\n", title_of(ceiling.kind), 1e-9 * ceiling.value,
                   unit_of(ceiling.kind), ceiling.how);
}

void bench_linear(Bench& table, MatrixShape shape, Entry entry) {
    OutputBuffer buffer = table.engine.allocate(shape, entry);
    for (const KernelVariant& variant : variants())
        if (variant.workload == table.workload.type && variant.backend == Backend::cuda && variant.entry == entry)
            table.measure(variant, {.out = buffer.memory(), .shape = shape, .buffer = &buffer});
    table.measure_passes(buffer.memory(), shape, {});
}

void bench_texture(Bench& table, MatrixShape shape, Entry entry) {
    try {
        DrawnTexture drawn(table.engine.device().ordinal, shape, entry);
        const Surface surface = drawn.link.map();
        for (const KernelVariant& variant : variants())
            if (variant.workload == table.workload.type && variant.backend == Backend::cuda && variant.entry == entry)
                table.measure(variant, {.out = surface, .shape = shape});
        std::optional<Surface> overview;
        if (drawn.overview) overview = drawn.overview->map();
        table.measure_passes(surface, shape, overview);
        drawn.link.unmap();
        table.print("map and unmap the texture", "texture", Bench::wall([&] {
                        drawn.link.map();
                        drawn.link.unmap();
                    }));
    } catch (const gl::Error& error) {
        fmt::print(stderr, "bench_gpu: no texture: {}\n", error.what());
    }
}

int bench(std::int64_t n) {
    const auto gpus = cuda::gpu_devices();
    if (gpus.empty()) {
        fmt::print(stderr, "bench_gpu: {}\n", cuda::why_no_gpu());
        return 1;
    }
    const MatrixShape shape{n, n};
    Engine engine(gpus.front());
    engine.load(generate(default_settings(Shape::uniform_square, n)));
    Bench table{.engine = engine,
                .workload = {.type = "distance_matrix", .rows = n, .cols = n, .dims = 2},
                .ceilings = profiling::measure_ceilings(gpus.front(), {.bytes = 4 * n * n}, {})};
    print_ceilings(table.ceilings);
    for (const Entry entry : {Entry::float32, Entry::float16}) {
        fmt::print("entries of {} bytes\n", bytes_of(entry));
        bench_linear(table, shape, entry);
        bench_texture(table, shape, entry);
    }
    return table.failed ? 1 : 0;
}

int hold_all_but(std::size_t left) {
    std::vector<cuda::DeviceBuffer<char>> held; // as large as they can be had: the first is nearly all
    std::size_t free = 0, total = 0;
    cuda::check(cudaMemGetInfo(&free, &total));
    for (std::size_t piece = free; piece >= (std::size_t{1} << 20);) {
        cuda::check(cudaMemGetInfo(&free, &total));
        piece = std::min(piece, free > left ? free - left : 0);
        try {
            if (piece > 0) held.emplace_back(static_cast<std::int64_t>(piece));
        } catch (const MemoryError&) {
            piece /= 2;
        }
    }
    cuda::check(cudaMemGetInfo(&free, &total));
    fmt::print("holding all of {} MiB but {}\n", total >> 20, free >> 20);
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    return 0;
}

} // namespace
} // namespace pairscope

int main(int count, char** arguments) {
    try {
        if (count == 3 && std::string_view(arguments[1]) == "--hold-all-but")
            return pairscope::hold_all_but(std::strtoull(arguments[2], nullptr, 10) << 20);
        return pairscope::bench(count > 1 ? std::atoll(arguments[1]) : 30336);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_gpu: {}\n", error.what());
        return 1;
    }
}
