// SPDX-License-Identifier: MIT
// What a worker is doing, as a value: the status line makes words of it, and the ladder finds its rows by it.
#pragma once

#include "profiling/runner.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

using Clock = std::chrono::steady_clock;

enum class TaskKind : std::uint8_t {
    computing,  ///< a picture, or the matrix for a file
    simulating, ///< a picture, of a variant that the CPU executes
    checking,
    warming_up,
    timing,
    flushing_and_timing, ///< with cold caches
    comparing,           ///< two variants in turns
    counting,
    sampling,        ///< one launch in the course of time
    sampling_stalls, ///< at which instructions warps wait
    reading_code,    ///< the instructions of a kernel
    tracing,
    ordering,           ///< the matrix
    measuring_clusters, ///< their silhouettes
    joining_matrices,   ///< two of them, of their common items
    reducing_vectors,   ///< for their charts
    matching_backward,  ///< from the second set to the first
    looking_closer,     ///< at a part of a matrix that is not stored
    finding_neighbours,
    counting_pairs, ///< that are closer than a radius
    measuring_ceilings,
    asking_for_counters,
    opening,         ///< a device
    trying_kernel,   ///< a user's own: compiling it, and the first verdict
    checking_kernel, ///< the full check of it
    reading,         ///< a file
    writing,         ///< a file
    not_stopping     ///< it was cancelled, but the variant does not check its stop token
};

struct Task {
    TaskKind kind = TaskKind::computing;
    std::vector<std::string> variants{}; ///< ids; two of a comparison
    std::string subject{};               ///< a file's name, a device's name, or which ceiling: "measuring the fill"
    bool operator==(const Task&) const = default;
};

/// The kind of task that the runner's stage is.
[[nodiscard]] TaskKind kind_of(profiling::Stage stage);

/// "timing cpu_naive", "checking cpu_naive and cpu_simd", "computing cpu_simd for matrix.npy", "reading iris.csv"
[[nodiscard]] std::string describe(const Task& task);

/// Is the variant checked, timed, compared or counted? Then its figures are about to change.
[[nodiscard]] bool measures(const Task& task, std::string_view variant_id);

/// What the worker is doing, for the status line.
struct Activity {
    Task task;
    double share = 0.0; ///< how far, 0 to 1
    Clock::time_point since;
    bool cancellable = true;
};

} // namespace pairscope::app
