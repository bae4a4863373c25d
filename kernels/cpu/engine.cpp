// SPDX-License-Identifier: MIT
#include "kernels/cpu/engine.h"

#include "kernels/cpu/memory.h"
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/scan.h"
#include "kernels/cpu/variant_guard.h"
#include "kernels/simt/executor.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <mutex>
#include <stdexcept>

namespace pairscope::cpu {
namespace {

/// Entries before and behind a matrix: 4 KiB, so that the matrix begins on a page and a stray row lands in the band.
constexpr std::int64_t guard_entries = 1024;

constexpr std::int64_t least_flush = 64 << 20, most_flush = 512 << 20; // [B]: twice the last cache, where it is known

LinearMemory host_memory(const MatrixTarget& target) {
    if (const auto* memory = std::get_if<LinearMemory>(&target)) return *memory;
    throw std::logic_error("the CPU was asked to use a texture: give it host memory and upload that");
}

} // namespace

Engine::Engine(const Device& device) : device_{device} {}

void Engine::load(const Dataset& data) { vectors_ = copied(input_of(data)); }

MatrixBuffer Engine::allocate(MatrixShape shape, Entry entry, const std::stop_token& stop) {
    MatrixBuffer buffer{.shape = shape, .backend = Backend::cpu, .guard = guard_entries, .storage = {}, .entry = entry};
    buffer.storage = allocate_floats("the matrix", (buffer.entries() * bytes_of(entry) + 3) / 4);
    poison(buffer, stop);
    return buffer;
}

void Engine::poison(MatrixBuffer& buffer, const std::stop_token& stop) {
    const std::int64_t entries = buffer.entries();
    constexpr std::int64_t block = 1 << 18; // entries
    const LinearMemory all = buffer.leading_guard();
    const RowLoop loop{.rows = (entries + block - 1) / block, .threads = 0, .stop = stop};
    for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        const std::int64_t begin = first * block, end = std::min(last * block, entries);
        if (buffer.entry == Entry::float16)
            std::fill(all.halves() + begin, all.halves() + end, half_poison_bits);
        else
            std::fill(all.data + begin, all.data + end, std::bit_cast<float>(poison_bits));
    });
}

void Engine::poison(Surface surface, MatrixShape) { (void)host_memory(surface); }

double Engine::run(const KernelVariant& variant, const MatrixTarget& out, const RunControl& control) {
    const Run run{.problem = problem_of(vectors_.input, host_memory(out)),
                  .stream = nullptr,
                  .threads = threads_to_use(control.threads),
                  .block = control.block,
                  .stop = control.stop,
                  .rows_done = control.rows_done};
    double seconds = 0;
    const auto launch_all = [&] {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < control.launches; ++i) {
            if (variant.backend == Backend::cuda)
                simt::run(variant, run);
            else
                variant.launch(run);
        }
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    if (variant.backend == Backend::cuda)
        launch_all();
    else
        VariantGuard(variant.id, control.stop).run(launch_all);
    return seconds / control.launches;
}

void Engine::flush_caches() {
    const std::int64_t bytes = std::clamp(2 * device_.cache_bytes, least_flush, most_flush);
    const auto count = bytes / static_cast<std::int64_t>(sizeof(float));
    if (!other_memory_) other_memory_ = allocate_floats("flushing the caches", count);
    constexpr std::int64_t block = 1 << 16; // floats
    for_rows({.rows = count / block, .threads = 0}, [&](std::int64_t first, std::int64_t last) {
        for (float* entry = other_memory_.get() + first * block; entry < other_memory_.get() + last * block; ++entry)
            *entry += 1.0f;
    });
}

std::vector<LaunchFacts> Engine::launch_facts(const KernelVariant&, const MatrixTarget&, int) { return {}; }

Comparison Engine::compare(const KernelVariant& variant, const MatrixTarget& out, const std::vector<std::int64_t>& rows,
                           const RunControl& control) {
    const Problem problem = problem_of(vectors_.input, host_memory(out));
    const Accuracy accuracy{variant.tolerance, variant.entry};
    const auto compare_row = type_of(variant.workload).compare_row;
    Comparison total;
    std::mutex adding;
    for_rows({.rows = static_cast<std::int64_t>(rows.size()), .threads = control.threads, .stop = control.stop},
             [&](std::int64_t first, std::int64_t last) {
                 Comparison part;
                 for (std::int64_t i = first; i < last; ++i)
                     compare_row(problem, rows[static_cast<std::size_t>(i)], accuracy, part);
                 const std::scoped_lock lock(adding);
                 add(total, part);
             });
    total.rows = vectors_.input.rows;
    return total;
}

GuardDamage Engine::guard_damage(const MatrixBuffer& buffer) {
    return damage_of(buffer.leading_guard(), buffer.trailing_guard(), buffer.guard);
}

MatrixSummary Engine::summarize(const MatrixTarget& matrix, MatrixShape shape, const RunControl& control) {
    return summary_of(host_memory(matrix), shape, control);
}

void Engine::reduce(const MatrixTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out) {
    auto* const overview = std::get_if<Overview*>(&out);
    if (overview == nullptr) (void)host_memory(std::get<Surface>(out));
    **overview = overview_of(host_memory(matrix), shape, factor);
}

std::vector<float> Engine::read(const MatrixTarget& matrix, Region region) {
    const LinearMemory memory = host_memory(matrix);
    std::vector<float> values, room;
    values.reserve(static_cast<std::size_t>(region.rows * region.cols));
    for (std::int64_t row = region.row; row < region.row + region.rows; ++row) {
        const std::span<const float> entries = floats_of(memory, row, region.col, region.cols, room);
        values.insert(values.end(), entries.begin(), entries.end());
    }
    return values;
}

} // namespace pairscope::cpu
