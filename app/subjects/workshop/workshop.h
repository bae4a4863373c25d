// SPDX-License-Identifier: MIT
// The workshop: a user's own kernels are edited, compiled, run and judged, without a rebuild of the program.
#pragma once

#include "app/spine/activity.h"
#include "app/subjects/workshop/trying.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pairscope::profiling {
struct CheckVerdict; // profiling/check_verdict.h
}

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;
namespace workshop {
class RemoteKernel;
}

/// How far the latest try of a file is.
enum class TryStage : std::uint8_t {
    untried,
    waiting,  ///< it was asked for
    building, ///< until the first verdict
    judged,   ///< the first verdict is there, and nothing was wrong: the full check comes next
    checking, ///< the full check
    ended
};

/// One try of a file, for its history.
struct PastTry {
    int number = 0;
    std::string verdict;  ///< as workshop::TryReport::verdict() has it
    double seconds = 0.0; ///< until the first verdict, or until the compiler has refused it
};

/// A file with a user's own kernel.
struct OwnKernel {
    std::filesystem::path path; ///< absolute
    std::string id;             ///< its variant has it: "own/mine"
    std::string parent;         ///< id of the variant that it is a copy of; empty: the first one of its ladder
    std::string text;           ///< as the editor shows it
    std::string saved;          ///< as the file is known to hold it
    std::optional<std::string> elsewhere; ///< what another program has saved while the text was edited here, too
    bool is_read = false;                 ///< `text` and `saved` are known
    bool is_gone = false;                 ///< there is no such file any more
    bool wants_try = false;               ///< it was read, and is tried if the user trusts it
    std::string unread;                   ///< why it cannot be read, one sentence; empty: it can
    std::uint64_t version = 0;            ///< counts up whenever the text changes by something else than the editor
    std::string workload;                 ///< that the text which was tried last names; empty: it names none
    std::vector<own::Slider> sliders;     ///< in the text that was tried last, with the values that were chosen
    /// What the user has chosen for a slider, and the value in the text then: another one there is taken instead.
    struct Choice {
        std::int64_t value = 0, in_text = 0;
    };
    std::map<std::string, Choice> chosen;
    std::optional<Clock::time_point> slider_moved; ///< it is tried again once the slider rests
    std::string compiler;                          ///< that has compiled the version which runs, with its flags
    TryStage stage = TryStage::untried;
    int number = 0;                           ///< the latest try has it, from 1; 0: there was none
    std::string tried_text;                   ///< what was tried last
    std::shared_ptr<const own::OwnFile> file; ///< the same, as it was read; null: it was refused
    workshop::TryReport report{};             ///< what the latest try has found so far
    /// Where a run of the window was wrong, with the data that is open there. It counts like one of the full check.
    std::optional<workshop::TryReport::At> wrong_in_window{};
    bool was_stopped = false;             ///< the latest try, by the user, before there was a verdict
    std::string refused;                  ///< why the latest text cannot be compiled, with the place; empty: it can
    std::shared_ptr<workshop::Try> built; ///< the latest try; null: it does not run
    std::shared_ptr<workshop::RemoteKernel> runs; ///< the variant of its id: the last version that ran; null: none did
    std::vector<PastTry> history;                 ///< the latest first
};

struct WorkshopState {
    std::vector<OwnKernel> kernels; ///< in the order in which they were opened
    std::size_t shown = 0;
    std::set<std::string> trusted; ///< paths of files that the user has let the program compile and run
    bool is_trust_new = false;     ///< the list is to be kept for the next start
};

namespace command {

struct OpenKernel {
    std::filesystem::path path;
};
struct CloseKernel {
    std::filesystem::path path;
}; ///< the text that was not saved is saved first
struct ShowKernel {
    std::filesystem::path path;
};
struct EditKernel {
    std::filesystem::path path;
    std::string text;
};
/// Saves the text and tries it. `is_trusted`: the user has said that this file may be compiled and run.
struct TryKernel {
    std::filesystem::path path;
    bool is_trusted = false;
};
struct SetKernelSlider {
    std::filesystem::path path;
    std::string name;
    std::int64_t value;
};
/// Writes a new file for the current workload, and opens it. The file is never one that is there.
struct NewKernel {
    std::filesystem::path folder;
};
/// Writes a new file with a copy of the variant's kernel, and opens it.
struct EditCopy {
    std::string variant;
    std::filesystem::path folder;
};
/// The file has another text than the one that was read.
struct ReadKernelAgain {
    std::filesystem::path path;
};
/// Takes the text of the file in place of the edited one, or saves the edited one over it.
struct SettleKernel {
    std::filesystem::path path;
    bool takes_file;
};

void carry_out(const OpenKernel&, State&, Effects&);
void carry_out(const CloseKernel&, State&, Effects&);
void carry_out(const ShowKernel&, State&, Effects&);
void carry_out(const EditKernel&, State&, Effects&);
void carry_out(const TryKernel&, State&, Effects&);
void carry_out(const SetKernelSlider&, State&, Effects&);
void carry_out(const NewKernel&, State&, Effects&);
void carry_out(const EditCopy&, State&, Effects&);
void carry_out(const ReadKernelAgain&, State&, Effects&);
void carry_out(const SettleKernel&, State&, Effects&);

} // namespace command

namespace job {

struct ReadKernel {
    std::filesystem::path path;
};
struct SaveKernel {
    std::filesystem::path path;
    std::string text;
    bool is_new = false; ///< it must not be there yet
};
/// Compiles a text, and gives the first verdict.
struct TryKernel {
    own::OwnFile file;
    std::filesystem::path path;
    int number = 0;
};
/// The full check of what was tried.
struct CheckKernel {
    std::shared_ptr<workshop::Try> made;
    std::filesystem::path path;
    int number = 0;
    std::optional<Device> gpu{}; ///< on which it will be timed, and is compiled for first
};

} // namespace job

namespace event {

struct KernelRead {
    std::filesystem::path path;
    std::optional<std::string> text; ///< absent: there is no such file
};
struct KernelSaved {
    std::filesystem::path path;
    std::string text;
    bool is_new = false;
};
struct KernelTried {
    std::filesystem::path path;
    int number = 0;
    std::shared_ptr<workshop::Try> made; ///< null: it was not built
    workshop::TryReport report{};
};
struct KernelChecked {
    std::filesystem::path path;
    int number = 0;
    workshop::TryReport report{};
};

void take(const KernelRead&, State&);
void take_failure(const KernelRead&, const Failure&, State&);
void take(const KernelSaved&, State&);
void take_failure(const KernelSaved&, const Failure&, State&);
void take(const KernelTried&, State&);
void take_failure(const KernelTried&, const Failure&, State&);
void take(const KernelChecked&, State&);
void take_failure(const KernelChecked&, const Failure&, State&);

} // namespace event

/// Is it named as a file with a kernel, or with a function for the CPU?
[[nodiscard]] inline bool is_kernel_file(const std::filesystem::path& path) {
    return path.extension() == ".cu" || path.extension() == ".cpp";
}
/// The file of the Workshop panel; null: none is open.
[[nodiscard]] const OwnKernel* shown_kernel(const State& state);
/// The file of the variant `id`; null: it is no kernel of the user's own.
[[nodiscard]] const OwnKernel* kernel_of(const State& state, std::string_view id);
/// The name of its file, with the folders that tell it from the other open ones: "second/mine.cu".
[[nodiscard]] std::string name_among(const WorkshopState& shop, const OwnKernel& kernel);
/// Is the text in the editor another one than in the file?
[[nodiscard]] inline bool is_edited(const OwnKernel& kernel) { return kernel.is_read && kernel.text != kernel.saved; }
[[nodiscard]] bool is_trusted(const State& state, const OwnKernel& kernel);
/// Does a compiler, a first verdict or a full check still come?
[[nodiscard]] bool is_trying(const State& state);

/// Where new files go: beside the file that is shown, or else where a user saves without naming a place.
[[nodiscard]] std::filesystem::path new_kernel_folder(const State& state);
/// Why no kernel can be tried now, in one sentence; empty: it can.
[[nodiscard]] std::string why_no_try(const State& state);

/// "right", "checking", "faulty", "not compiled": what the row of the ladder says. Empty: it was never tried.
[[nodiscard]] std::string verdict_of(const OwnKernel& kernel);
/// "wrong" or "faulty" for a kernel that ran and is not right. Empty: it is right, or it did not run.
[[nodiscard]] std::string_view judged_in(const OwnKernel& kernel);
/// Does a compiler, a first verdict or a full check of it still come?
[[nodiscard]] bool is_in_progress(const OwnKernel& kernel);
/// What is wrong with the latest try, or what was looked at, in whole sentences. Empty: it was never tried.
[[nodiscard]] std::string told_of(const OwnKernel& kernel);
/// Is nothing wrong with what was looked at so far? Then a GPU may time it while the full check goes on.
[[nodiscard]] bool may_be_timed(const OwnKernel& kernel);
/// What the sentence of told_of() is about.
enum class Told : std::uint8_t { nothing, wrong, right, unfinished };
[[nodiscard]] Told kind_of_told(const OwnKernel& kernel);

/// A line that something is wrong with, with a sentence.
struct KernelMark {
    int line = 0; ///< from 1
    std::string sentence;
    bool operator==(const KernelMark&) const = default;
};
/// The marks of the text that was tried last. Empty where the text in the editor is another one.
[[nodiscard]] std::vector<KernelMark> marks_of(const OwnKernel& kernel);

/// Lets children end that nobody has used for a minute, and tries what was read, and what a slider has changed once it
/// rests. The session calls it in each frame.
void update_workshop(State& state, Clock::time_point now, Effects& effects);
/// Was a slider moved, and is the kernel still to be tried with it?
[[nodiscard]] bool is_slider_moving(const State& state);
/// What the worker of tries should do next; absent: nothing.
[[nodiscard]] std::optional<Job> try_job(const State& state);
/// Is this job, which runs, about a text that is tried anew?
[[nodiscard]] bool is_outdated_try(const State& state, const Job& job);
/// The variant `id` has run in the window and is not right: if it is a kernel of the user's own, its try says so, too.
void note_wrong_run(State& state, std::string_view id, const Workload& size, const profiling::CheckVerdict& verdict);
/// The worker of tries has taken the job.
void note_try_begun(State& state, const Job& job);

} // namespace pairscope::app
