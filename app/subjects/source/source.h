// SPDX-License-Identifier: MIT
// The source of the selected variant: its own file, and those with code that several variants share. Beside it stand
// the instructions that the compiler made of it, and what warps wait for at each line.
#pragma once

#include "app/subjects/ladder/ladder.h"
#include "profiling/machine_code/variant_code.h"
#include "profiling/sampling/stall_sampling.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// What stands beside the source.
enum class CodeKind : std::uint8_t { none, sass, ptx };

/// Which kernel's instructions: of a variant for a GPU.
struct CodeKey {
    std::string variant_id;
    std::string symbol; ///< the kernel that the user chose; empty: the usual one
    TargetKind target = TargetKind::linear;
    int block = 0;              ///< threads; 0: the usual ones
    int compute_capability = 0; ///< 0: there is no GPU, and the newest code is shown
    bool operator==(const CodeKey&) const = default;
};

/// The kernels of a variant, and the instructions of one of them.
struct KernelCode {
    profiling::CompiledKernels compiled;
    std::size_t kernel = 0;
    profiling::MachineCode code{}; ///< what that kernel is; empty if there are no kernels
    std::string checksum{};        ///< CUPTI's for the module, by which samples are known; empty: no CUPTI
};

struct SourceState {
    std::string path; ///< what the user chose; empty, or not a file of the selected variant: the file with the kernel
    CodeKind beside = CodeKind::none;
    std::string kernel{}; ///< the symbol of the kernel that the user chose; one that the variant lacks: the usual one
    std::optional<CodeKey> made_for{};
    std::shared_ptr<const KernelCode> code{};  ///< for made_for; null: it failed, or nothing was made
    std::string failure{};                     ///< why there is no code for made_for
    std::optional<profiling::CodePlace> lit{}; ///< the line whose instructions light up
    std::optional<std::size_t> instruction{};  ///< the instruction that the user chose, whose line lights up
    std::set<std::size_t> folded{};            ///< the loops that are folded, by their first instruction

    std::map<RunKey, std::string> sampled{};      ///< runs whose instructions were sampled; or why one was not
    std::map<std::size_t, std::string> refused{}; ///< why no instruction is sampled, by device index
};

namespace command {

struct ShowSource {
    std::string path;
}; ///< one of source_files()
struct ShowCode {
    CodeKind kind;
}; ///< beside the source
struct ChooseCodeKernel {
    std::string symbol;
};
struct LightLine {
    profiling::CodePlace place;
}; ///< lights up its instructions; the same line again: none
struct LightInstruction {
    std::size_t index;
}; ///< in the list that is shown
struct FoldLoop {
    std::size_t first;
    bool folded;
};
struct SampleStalls {}; ///< samples the instructions of the selected variant again

void carry_out(const ShowSource&, State&, Effects&);
void carry_out(const ShowCode&, State&, Effects&);
void carry_out(const ChooseCodeKernel&, State&, Effects&);
void carry_out(const LightLine&, State&, Effects&);
void carry_out(const LightInstruction&, State&, Effects&);
void carry_out(const FoldLoop&, State&, Effects&);
void carry_out(const SampleStalls&, State&, Effects&);

} // namespace command

namespace job {

/// Find the instructions of a kernel.
struct ReadCode {
    CodeKey key;
    const KernelVariant* variant = nullptr;
};
/// Sample at which instructions warps wait.
struct SampleStalls {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    double seconds = 0.0; ///< that a launch takes, about
};

} // namespace job

namespace event {

struct CodeRead {
    CodeKey key;
    std::shared_ptr<const KernelCode> code;
};
struct StallsSampled {
    RunKey key;
    profiling::SampledStalls stalls;
    bool cancelled = false; ///< nothing is known; it begins again
};

void take(const CodeRead&, State&);
void take_failure(const CodeRead&, const Failure&, State&);
void take(const StallsSampled&, State&);
void take_failure(const StallsSampled&, const Failure&, State&);

} // namespace event

/// A file, and where its reader begins.
struct ShownSource {
    std::string_view path, text;
    int line = 0; ///< where the kernel stands, or what it calls, from 1; 0: the file is read from its beginning
};
/// The file that the user chose, if the variant has it, or else the one with its kernel.
[[nodiscard]] ShownSource shown_source(const State& state, const KernelVariant& variant);

/// The two files whose difference tells the most: those with the kernels, or the variants' own files where one shared
/// file has the kernels of both.
[[nodiscard]] std::pair<std::string_view, std::string_view> compared_sources(const KernelVariant& a,
                                                                             const KernelVariant& b);

/// Which code the panel shows; absent: none.
[[nodiscard]] std::optional<CodeKey> wanted_code(const State& state);
/// The code that is wanted; null: it is not there yet, or cannot be had.
[[nodiscard]] const KernelCode* shown_code(const State& state);
/// The code that is missing.
[[nodiscard]] std::optional<Job> code_job(const State& state);

/// The samples of the selected run, of this session or of a recording; null: there are none.
[[nodiscard]] const profiling::StallSamples* shown_stalls(const State& state);
/// The samples of the selected variant that are missing.
[[nodiscard]] std::optional<Job> stalls_job(const State& state);
/// What will fill the list of waiting lines, or why nothing will, in one sentence; empty if it is there.
[[nodiscard]] std::string stalls_await(const State& state);
/// Why instructions cannot be sampled again, in one sentence; empty if they can.
[[nodiscard]] std::string why_no_stalls_again(const State& state);

} // namespace pairscope::app
