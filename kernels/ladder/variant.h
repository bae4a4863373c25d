// SPDX-License-Identifier: MIT
// A variant is one way to answer a workload: one kernel, one file. This header is all that such a file needs of core/.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/output.h"
#include "kernels/ladder/problem.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

struct CUstream_st; // what cudaStream_t points to; keeps the CUDA headers out of this file

namespace pairscope {

struct HostRun; // kernels/ladder/host_run.h
namespace simt {
class Remote; // kernels/engines/simt/remote.h
}

/// One run: the problem, and how to run it. CUDA variants only enqueue, on `stream`. CPU variants do as `host` says.
struct Run {
    Problem problem;
    CUstream_st* stream = nullptr;
    int block = 0;                 ///< threads of a block, one of the variant's `blocks`; 0: the usual one
    const HostRun* host = nullptr; ///< for a CPU variant, or one that is simulated; null on a GPU
};

/// Everything the GUI, the command line, the tests and the documents know about a variant. `id`, `source`,
/// `source_text` and `workload` come from the file's path; the file itself gives the rest.
struct KernelVariant {
    std::string_view id{};          ///< "distance_matrix/coalesced"
    std::string_view workload{};    ///< WorkloadType::id: "distance_matrix"
    std::string_view source{};      ///< "kernels/workloads/distance_matrix/ladder/coalesced.cu"
    std::string_view source_text{}; ///< the whole file, as it was built

    std::string_view title{};   ///< "Coalesced stores"
    std::string_view teaches{}; ///< the one idea this variant adds, one sentence
    std::string_view wastes{};  ///< what it still wastes, one sentence
    std::string_view parent{};  ///< id of the variant it improves on; empty for a root
    Backend backend = Backend::cpu;
    bool writes_linear = true;
    bool writes_surface = false;
    Entry entry = Entry::float32; ///< what it writes; anything but float32 is labelled as approximate
    /// For a variant with approximate output: how far a value by which it chooses can be from the exact
    /// one. It may choose a vector that is worse than the exact output's by twice as much. Such choices are counted and
    /// labelled. Null: it gives the exact output.
    double (*may_differ_by)(const Workload&) = nullptr;
    /// For a workload of matches: its output has a match for each vector of the second set, too, behind those of the
    /// first set's.
    bool both_directions = false;
    bool uses_all_threads = false; ///< for a CPU variant: not only one
    /// It leaves out work that the workload counts, or computes with narrower numbers: no ceiling of arithmetic limits
    /// it, and none is doubted because it is faster.
    bool does_less = false;
    /// The form in which it computes, by its name in WorkloadType::forms. Empty: the workload's own work and ceilings.
    std::string_view form{};
    bool gpu_only = false; ///< for a CUDA variant: uses hardware that the executor on the CPU does not model
    /// The block sizes [threads] that a CUDA variant can be launched with, the usual one first. Empty: the variant has
    /// one size, which cannot be chosen.
    std::span<const int> blocks{};

    Layout layout = Layout::row_major; ///< how it wants its inputs; the engine provides it before timing starts
    /// Memory that it needs beside inputs and output [B]; what it holds at the begin is not known. Null: none.
    std::int64_t (*workspace_bytes)(const Workload&) = nullptr;

    /// The reason it cannot run this workload on this device, in one sentence; empty if it can. Null: it always can.
    std::string (*why_not)(const Workload&, const Device&) = nullptr;
    /// Enqueues or runs the work. Null only for a CUDA variant in a build without CUDA.
    void (*launch)(const Run&) = nullptr;
    /// The launch of a CUDA variant for the executor on the CPU (kernels/engines/simt). The manifest fills it in. Null:
    /// it cannot be simulated.
    void (*simulate)(const Run&) = nullptr;
    /// Executes it in another process, in place of `simulate`. Null: this process does. Lives as long as the program.
    simt::Remote* remote = nullptr;
    std::string_view
        not_simulated{}; ///< the reason, one sentence; the build fills it in (kernels/engines/simt/compile.py)
    /// DRAM traffic the idea should cause [B]. Null: the compulsory bytes.
    double (*predicted_bytes)(const Workload&) = nullptr;
    double tolerance = 1e-6; ///< relative, against the double-precision output, before rounding to a smaller entry
    double of_norms = 0.0;   ///< see Accuracy; only the rule of a matrix of distances knows norms
    /// Its form of the distance is not kept from falling below 0 by rounding, so a negative distance is no error.
    bool may_be_negative = false;
};

/// By what its output is judged, before the rule of the workload adds what the inputs allow.
[[nodiscard]] inline Accuracy accuracy_of(const KernelVariant& variant) {
    return {.tolerance = variant.tolerance,
            .entry = variant.entry,
            .of_norms = variant.of_norms,
            .may_be_negative = variant.may_be_negative};
}

/// The accuracy of a variant that may give approximate output.
[[nodiscard]] inline Accuracy accuracy_of(const KernelVariant& variant, const Workload& workload) {
    Accuracy accuracy = accuracy_of(variant);
    if (variant.may_differ_by != nullptr) accuracy.may_differ_by = variant.may_differ_by(workload);
    return accuracy;
}

/// A variant that this build cannot run at all: listed, with the reason.
struct LeftOut {
    std::string_view id{};
    std::string_view source{};
    std::string_view reason{};
};

} // namespace pairscope
