// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/engine.h"

#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/variant_guard.h"
#include "kernels/ladder/host_run.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace pairscope::cpu {
namespace {

/// Entries before and behind an output: 4 KiB, so that it begins on a page and a stray row lands in the band.
constexpr std::int64_t guard_entries = 1024;

constexpr std::int64_t least_flush = 64 << 20, most_flush = 512 << 20; // [B]: twice the last cache, where it is known

} // namespace

LinearMemory host_memory(const OutputTarget& target) {
    if (const auto* memory = std::get_if<LinearMemory>(&target)) return *memory;
    throw std::logic_error("the CPU was asked to use a texture: give it host memory and upload that");
}

Engine::Engine(const Device& device) : device_{device} {}

void Engine::load(const Dataset& a, const Dataset& b) {
    a_.load(input_of(a));
    if (&a == &b)
        b_ = {};
    else
        b_.load(input_of(b));
    inputs_.a = a_.in(Layout::row_major);
    inputs_.b = b_.empty() ? inputs_.a : b_.in(Layout::row_major);
}

double Engine::prepare(const KernelVariant& variant) {
    (void)problem_for(variant, LinearMemory{});
    return a_.seconds_of(variant.layout) + b_.seconds_of(variant.layout);
}

Problem Engine::problem_for(const KernelVariant& variant, const OutputTarget& out) {
    Problem problem = problem_of(inputs_, out);
    problem.a = a_.in(variant.layout);
    problem.b = b_.empty() ? problem.a : b_.in(variant.layout);
    if (variant.workspace_bytes == nullptr) return problem;
    const std::int64_t bytes = variant.workspace_bytes(workload_of(variant.workload, inputs_));
    constexpr std::int64_t alignment = 256;
    if (bytes > workspace_bytes_) {
        workspace_.reset();
        workspace_ = allocate_floats("the workspace", (bytes + alignment + 3) / 4);
        workspace_bytes_ = bytes;
    }
    auto address = reinterpret_cast<std::uintptr_t>(workspace_.get());
    address = (address + alignment - 1) / alignment * alignment;
    problem.workspace = reinterpret_cast<std::byte*>(address);
    return problem;
}

OutputBuffer Engine::allocate(MatrixShape shape, Entry entry, const std::stop_token& stop) {
    OutputBuffer buffer{.shape = shape, .backend = Backend::cpu, .guard = guard_entries, .storage = {}, .entry = entry};
    buffer.storage = allocate_floats("the output", (buffer.entries() * bytes_of(entry) + 3) / 4);
    poison(buffer, stop);
    return buffer;
}

void Engine::poison(OutputBuffer& buffer, const std::stop_token& stop) {
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

double Engine::run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control) {
    const HostRun host{
        .threads = threads_to_use(control.threads), .stop = control.stop, .rows_done = control.rows_done};
    const Run run{
        .problem = problem_for(variant, host_memory(out)), .stream = nullptr, .block = control.block, .host = &host};
    double seconds = 0;
    VariantGuard(variant.id, control.stop).run([&] {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < control.launches; ++i) variant.launch(run);
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    });
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

GuardDamage Engine::guard_damage(const OutputBuffer& buffer) {
    return damage_of(buffer.leading_guard(), buffer.trailing_guard(), buffer.guard);
}

void Engine::copy_to_host(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }

} // namespace pairscope::cpu
