// SPDX-License-Identifier: MIT
#include "kernels/cpu/engine.h"

#include "kernels/cpu/memory.h"
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/scan.h"
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

float poison_value() { return std::bit_cast<float>(poison_bits); }

LinearMemory host_memory(const MatrixTarget& target) {
    if (const auto* memory = std::get_if<LinearMemory>(&target)) return *memory;
    throw std::logic_error("the CPU was asked to use a texture: give it host memory and upload that");
}

} // namespace

Engine::Engine(const Device& device) : device_{device} {}

void Engine::load(const Dataset& data) {
    const std::span<const float> values = coordinates(data);
    points_ = allocate_floats("the dataset", static_cast<std::int64_t>(values.size()));
    std::copy(values.begin(), values.end(), points_.get());
    rows_ = data.rows;
}

MatrixBuffer Engine::allocate(MatrixShape shape) {
    MatrixBuffer buffer{.shape = shape, .backend = Backend::cpu, .guard = guard_entries, .storage = {}};
    buffer.storage = allocate_floats("the matrix", shape.rows * shape.cols + 2 * guard_entries);
    poison(buffer);
    return buffer;
}

void Engine::poison(MatrixBuffer& buffer) {
    const std::int64_t entries = buffer.shape.rows * buffer.shape.cols + 2 * buffer.guard;
    constexpr std::int64_t block = 1 << 18; // entries
    float* const start = buffer.storage.get();
    for_rows({.rows = (entries + block - 1) / block, .threads = 0}, [&](std::int64_t first, std::int64_t last) {
        std::fill(start + first * block, start + std::min(last * block, entries), poison_value());
    });
}

void Engine::poison(Surface surface, MatrixShape) { (void)host_memory(surface); }

double Engine::run(const KernelVariant& variant, const MatrixTarget& out, const RunControl& control) {
    const Run run{.problem = problem_of(variant.workload, points_.get(), rows_, host_memory(out)),
                  .stream = nullptr,
                  .threads = threads_to_use(control.threads),
                  .stop = control.stop,
                  .rows_done = control.rows_done};
    const auto start = std::chrono::steady_clock::now();
    if (variant.backend == Backend::cuda)
        simt::run(variant, run);
    else
        variant.launch(run);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Comparison Engine::compare(const KernelVariant& variant, const MatrixTarget& out, const std::vector<std::int64_t>& rows,
                           const RunControl& control) {
    const Problem problem = problem_of(variant.workload, points_.get(), rows_, host_memory(out));
    Comparison total;
    std::mutex adding;
    for_rows({.rows = static_cast<std::int64_t>(rows.size()), .threads = control.threads, .stop = control.stop},
             [&](std::int64_t first, std::int64_t last) {
                 Comparison part;
                 for (std::int64_t i = first; i < last; ++i)
                     std::visit([&](const auto& typed) { compare_row(typed, rows[i], variant.tolerance, part); },
                                problem);
                 const std::scoped_lock lock(adding);
                 add(total, part);
             });
    total.rows = rows_;
    return total;
}

std::int64_t Engine::guard_damage(const MatrixBuffer& buffer) {
    const auto damaged = [](float entry) { return std::bit_cast<std::uint32_t>(entry) != poison_bits; };
    const float* const leading = buffer.storage.get();
    const float* const trailing = leading + buffer.guard + buffer.shape.rows * buffer.shape.cols;
    return std::count_if(leading, leading + buffer.guard, damaged) +
           std::count_if(trailing, trailing + buffer.guard, damaged);
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
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(region.rows * region.cols));
    for (std::int64_t row = region.row; row < region.row + region.rows; ++row) {
        const float* const first = memory.data + row * memory.pitch + region.col;
        values.insert(values.end(), first, first + region.cols);
    }
    return values;
}

} // namespace pairscope::cpu
