// SPDX-License-Identifier: MIT
// Where kernels enter the executor: g++ -fsanitize=thread puts a call of these functions before every load and store.
// The sanitizer itself is not linked. And the device functions that the shim declares.
#include "kernels/engines/simt/access_words.h"
#include "kernels/engines/simt/block_runner.h"
#include "kernels/engines/simt/kernel_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>

constinit thread_local pairscope::simt::Extent threadIdx{0, 0, 0}, blockIdx{0, 0, 0}, blockDim, gridDim;

namespace pairscope::simt {

constinit thread_local HostThread host_thread;

namespace {

std::uintptr_t pc_of(const void* return_address) { return reinterpret_cast<std::uintptr_t>(return_address); }

void look_in_pieces(const void* address, std::size_t bytes, Operation operation, std::uintptr_t pc) {
    const int piece = piece_of_struct(reinterpret_cast<std::uintptr_t>(address), bytes);
    const auto* const begin = static_cast<const std::byte*>(address);
    for (const std::byte* at = begin; at < begin + bytes; at += piece) {
        if (operation == Operation::store)
            host_thread.runner->look_at_store(at, piece, operation, pc);
        else
            host_thread.runner->watch(at, piece, operation, pc);
    }
}

/// Where on the surface an access lies after the boundary mode; false: nowhere, it does nothing.
bool inside(const SurfaceMemory& surface, SurfaceAccess& access) {
    const std::int64_t width = surface.cols * surface.texel_bytes;
    const bool fits =
        access.x_bytes >= 0 && access.x_bytes + access.bytes <= width && access.y >= 0 && access.y < surface.rows;
    if (!fits && access.boundary == Boundary::clamp) {
        access.x_bytes = static_cast<int>(std::clamp<std::int64_t>(access.x_bytes, 0, width - access.bytes));
        access.y = static_cast<int>(std::clamp<std::int64_t>(access.y, 0, surface.rows - 1));
        return true;
    }
    return fits;
}

} // namespace

std::uint64_t call_warp(const WarpCall& call) {
    return host_thread.runner->call_warp(call, pc_of(__builtin_return_address(0)));
}

int meet_block(const BarrierCall& call, const void* pc) { return host_thread.runner->meet_block(call, pc_of(pc)); }

std::uint32_t meet_converged(const char* file, int line) {
    return host_thread.runner->meet_converged(file, line, pc_of(__builtin_return_address(0)));
}

void initialise(BarrierState& barrier, std::uint32_t expected) {
    barrier = {.initialised = barrier_is_initialised, .expected = expected, .pending = expected, .phase = 0};
}
std::uint32_t arrive(BarrierState& barrier, std::uint32_t arrivals, bool drop) {
    return host_thread.runner->arrive(barrier, arrivals, drop, pc_of(__builtin_return_address(0)));
}
bool is_over(const BarrierState& barrier, std::uint32_t phase) { return barrier.phase != phase; }
void wait_for_end(const BarrierState& barrier, std::uint32_t phase) {
    host_thread.runner->wait_for_end(barrier, phase, pc_of(__builtin_return_address(0)));
}

void fail_assertion(const char* expression) {
    if (host_thread.runner == nullptr)
        throw std::runtime_error(fmt::format("assertion `{}` failed in the launch of a kernel", expression));
    host_thread.runner->refuse(FindingKind::failed_assertion, fmt::format("stops: assertion `{}` failed", expression),
                               pc_of(__builtin_return_address(0)));
}
void trap() {
    host_thread.runner->refuse(FindingKind::failed_assertion, "stops: it called __trap()",
                               pc_of(__builtin_return_address(0)));
}

void copy_async(void* to, const void* from, std::size_t bytes) {
    const std::uintptr_t pc = pc_of(__builtin_return_address(0));
    auto target = reinterpret_cast<std::uintptr_t>(to), source = reinterpret_cast<std::uintptr_t>(from);
    // The hardware copies 4, 8 or 16 bytes at once.
    while (bytes > 0) {
        std::size_t piece = 16;
        while (piece > 1 && (piece > bytes || (target | source) % piece != 0)) piece /= 2;
        host_thread.runner->copy_async(target, source, static_cast<int>(piece), pc);
        target += piece;
        source += piece;
        bytes -= piece;
    }
}
void commit_copies() { host_thread.runner->commit_copies(); }
void wait_for_copies(unsigned newest_groups_left) {
    host_thread.runner->wait_for_copies(newest_groups_left, pc_of(__builtin_return_address(0)));
}

void watch_atomic(const void* address, int bytes, const void* pc) {
    if (host_thread.in_kernel) host_thread.runner->look_at_store(address, bytes, Operation::atomic, pc_of(pc));
}

void note_ldg(const void* address, int bytes) {
    if (host_thread.watched) host_thread.runner->note_ldg(address, bytes, pc_of(__builtin_return_address(0)));
}

void note_lock(const void* lock, bool taken) {
    if (host_thread.watched) host_thread.runner->note_lock(lock, taken, pc_of(__builtin_return_address(0)));
}

void access_surface(const SurfaceAccess& asked, void* value, const void* pc) {
    const SurfaceMemory& surface = host_thread.runner->surface_at(asked.surface, pc_of(pc));
    SurfaceAccess access = asked;
    const bool fits = inside(surface, access);
    if (!fits && access.boundary == Boundary::trap)
        host_thread.runner->refuse(FindingKind::out_of_bounds,
                                   fmt::format("{} {} bytes at byte {} of row {} of a surface of {} x {}",
                                               access.write ? "writes" : "reads", access.bytes, access.x_bytes,
                                               access.y, surface.rows, surface.cols),
                                   pc_of(pc));
    host_thread.runner->watch_surface(surface, access, pc_of(pc));
    if (!fits) {
        if (!access.write) std::memset(value, 0, static_cast<std::size_t>(access.bytes));
        return;
    }
    std::byte* const texel = surface.data + (access.y * surface.cols * surface.texel_bytes + access.x_bytes);
    if (access.write)
        std::memcpy(texel, value, static_cast<std::size_t>(access.bytes));
    else
        std::memcpy(value, texel, static_cast<std::size_t>(access.bytes));
}

void* dynamic_shared_memory() { return host_thread.runner->dynamic_shared(); }

} // namespace pairscope::simt

using pairscope::simt::CallPlace;
using pairscope::simt::host_thread;
using pairscope::simt::Operation;
using pairscope::simt::Predicate;

void __syncthreads(CallPlace place) {
    pairscope::simt::meet_block({Predicate::none, 0, place}, __builtin_return_address(0));
}
int __syncthreads_count(int predicate, CallPlace place) {
    return pairscope::simt::meet_block({Predicate::count, predicate, place}, __builtin_return_address(0));
}
int __syncthreads_and(int predicate, CallPlace place) {
    return pairscope::simt::meet_block({Predicate::all, predicate, place}, __builtin_return_address(0));
}
int __syncthreads_or(int predicate, CallPlace place) {
    return pairscope::simt::meet_block({Predicate::any, predicate, place}, __builtin_return_address(0));
}
void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
void __syncwarp(unsigned mask) {
    (void)host_thread.runner->call_warp({.function = pairscope::simt::WarpFunction::sync, .mask = mask},
                                        reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

extern "C" {
// The names and their meaning are the compiler's.
#define PAIRSCOPE_LOAD_HOOK(name, bytes)                                                                               \
    void name(void* address) {                                                                                         \
        if (host_thread.watched) [[unlikely]]                                                                          \
            host_thread.runner->watch(address, bytes, Operation::load,                                                 \
                                      reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));                  \
    }
#define PAIRSCOPE_STORE_HOOK(name, bytes)                                                                              \
    void name(void* address) {                                                                                         \
        if (reinterpret_cast<std::uintptr_t>(address) - host_thread.stores_begin + (bytes - 1) >=                      \
            host_thread.stores_bytes) [[unlikely]]                                                                     \
            host_thread.runner->look_at_store(address, bytes, Operation::store,                                        \
                                              reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));          \
    }
#define PAIRSCOPE_HOOKS(bytes)                                                                                         \
    PAIRSCOPE_LOAD_HOOK(__tsan_read##bytes, bytes)                                                                     \
    PAIRSCOPE_STORE_HOOK(__tsan_write##bytes, bytes)
PAIRSCOPE_HOOKS(1)
PAIRSCOPE_HOOKS(2)
PAIRSCOPE_HOOKS(4)
PAIRSCOPE_HOOKS(8)
PAIRSCOPE_HOOKS(16)
void __tsan_read_range(void* address, std::size_t bytes) {
    if (host_thread.watched)
        pairscope::simt::look_in_pieces(address, bytes, Operation::load,
                                        reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void __tsan_write_range(void* address, std::size_t bytes) {
    if (host_thread.in_kernel)
        pairscope::simt::look_in_pieces(address, bytes, Operation::store,
                                        reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
// clang++ calls these where g++ calls the ones above.
#define PAIRSCOPE_UNALIGNED_HOOKS(bytes)                                                                               \
    void __tsan_unaligned_read##bytes(void* address) {                                                                 \
        if (host_thread.watched)                                                                                       \
            pairscope::simt::look_in_pieces(address, bytes, Operation::load,                                           \
                                            reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));            \
    }                                                                                                                  \
    void __tsan_unaligned_write##bytes(void* address) {                                                                \
        if (host_thread.in_kernel)                                                                                     \
            pairscope::simt::look_in_pieces(address, bytes, Operation::store,                                          \
                                            reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));            \
    }
PAIRSCOPE_UNALIGNED_HOOKS(2)
PAIRSCOPE_UNALIGNED_HOOKS(4)
PAIRSCOPE_UNALIGNED_HOOKS(8)
PAIRSCOPE_UNALIGNED_HOOKS(16)
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
}
