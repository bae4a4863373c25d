// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/trying.h"

#include "app/subjects/workshop/check_data.h"
#include "app/subjects/workshop/judge_parts.h"
#include "kernels/ladder/registry.h"
#include "kernels/ladder/telling_sizes.h"
#include "kernels/own/binding.h"
#include "profiling/runner.h"
#include "profiling/time_floor.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::app::workshop {
namespace {

/// Processor time of the full check [s].
constexpr double most_seconds_of_check = 10.0;
/// How much of it large runs leave to others, and one of them may take [s].
constexpr double most_seconds_of_large_runs = 6.5, most_seconds_of_large_run = 2.0;
constexpr std::int64_t further_input_pitch = 4; ///< rows stay aligned for loads of 16 bytes

/// Equal texts have equal numbers, in every build of the program.
std::uint64_t seed_of(std::string_view text) {
    std::uint32_t hash = 2166136261u; // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

/// CUDA refuses a launch, or the file cannot be evaluated at this size: said before anything is compiled.
void check_launches(const own::OwnFile& file, const Question& question) {
    const Inputs inputs = question.inputs();
    const Problem problem = problem_of(inputs, LinearMemory{nullptr, inputs.b.rows});
    for (const own::OwnKernel& kernel : file.kernels)
        if (!file.is_cpu) static_cast<void>(own::shape_of(file, kernel, own::sizes_of(file, problem)));
    if (file.workspace) static_cast<void>(own::workspace_bytes(file, question.size()));
}

/// Threads of a block of the first kernel; 0: a function of the file launches it.
std::int64_t threads_of(const own::OwnFile& file, const Question& question) {
    if (file.kernels.empty() || file.is_cpu) return 0;
    const Inputs inputs = question.inputs();
    const Problem problem = problem_of(inputs, LinearMemory{nullptr, inputs.b.rows});
    const auto block = own::shape_of(file, file.kernels.front(), own::sizes_of(file, problem)).block;
    return block[0] * block[1] * block[2];
}

TakenPlaces places_of(const own::OwnFile& file, const Described& described, const Question& question) {
    return {.output_pitch = own::takes_pitch(file),
            .input_pitch = own::takes_input_pitch(file),
            .texture = described.writes_texture,
            .blocks = described.blocks,
            .is_cpu = file.is_cpu,
            .threads = threads_of(file, question),
            .all_threads = file.has_all_threads};
}

double pair_coordinates(const Workload& size) {
    return static_cast<double>(size.rows) * static_cast<double>(size.cols) * static_cast<double>(size.dims);
}

/// Halves the number of vectors until the run takes about a second, where the first verdict says that it would take
/// much longer: one block that has all of the work can be followed only as a whole.
CheckRun affordable(CheckRun run, const Workload& first, const RunReply& of_first) {
    constexpr double most_seconds = 4.0;
    constexpr std::int64_t few_blocks = 4, least = 64;
    if (run.few_blocks || run.is_left_out_late || of_first.blocks >= few_blocks || of_first.blocks == 0) return run;
    const double seconds_of_one = of_first.processor_seconds / pair_coordinates(first);
    while (seconds_of_one * pair_coordinates(run.size) > most_seconds &&
           std::min(run.size.rows, run.size.cols) > least) {
        run.size.rows = run.size.rows / 2 | 1;
        run.size.cols = run.size.cols / 2 | 1;
    }
    return run;
}

/// Large enough for a time that says something, and small enough to be judged in every run.
std::int64_t timed_size(const WorkloadType& type) {
    constexpr std::int64_t vectors = 1024, coordinates = 100'000;
    return counts_coordinates(type.inputs) ? coordinates : std::min(vectors, type.inputs.rows.most);
}

Question checked_first(const own::OwnFile& file, const WorkloadType& type, const FirstSize& asked) {
    Question question = first_question(type, asked);
    check_launches(file, question);
    return question;
}

} // namespace

Try::Try(own::OwnFile file, const FirstSize& asked, std::stop_token stop, std::optional<std::uint64_t> seed)
    : stop_(std::move(stop)), type_(&type_of(file.workload)), first_(checked_first(file, *type_, asked)),
      workshop_(std::make_shared<Workshop>(std::move(file), stop_)) {
    report_.path = workshop_->file().path;
    report_.workload = type_->id;
    report_.sliders = workshop_->file().sliders;
    report_.notes = own::usual_launches(workshop_->file());
    report_.is_cpu = workshop_->file().is_cpu;
    report_.first_size = first_.size();
    report_.seed = seed ? *seed : seed_of(workshop_->file().text);
}

void Try::note_time() {
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    report_.is_stopped = stop_.stop_requested();
}

bool Try::build() {
    try {
        report_.errors = workshop_->build();
        report_.why_network = workshop_->why_network();
        if (!report_.why_network.empty())
            report_.notes.push_back(
                fmt::format("{}: its process can use the network, because {}", report_.path, report_.why_network));
        report_.notes.insert(report_.notes.end(), workshop_->notes().begin(), workshop_->notes().end());
    } catch (const MessageError& error) {
        report_.errors = {fmt::format("{}: {}", report_.path, error.what())};
    }
    note_time();
    report_.seconds_of_compiler = report_.seconds;
    return report_.errors.empty() && !report_.is_stopped;
}

bool Try::run_first() {
    Judged judged = judged_as(
        {.workload = type_->id, .inputs = first_.inputs(), .most_accesses = profiling::RunnerOptions{}.most_examined});
    note_time();
    report_.seconds_of_first = report_.seconds;
    if (report_.is_stopped) return false;
    report_.first = std::move(judged);
    runs_ = runs_of_check(*type_, places_of(workshop_->file(), workshop_->described(), first_), report_.seed);
    report_.planned = static_cast<int>(runs_.size());
    return report_.first->right();
}

void Try::build_for_gpu(const Device& device) {
    workshop_->build_for_gpu(device);
    const Workshop::OnGpu made = workshop_->on_gpu();
    report_.gpu_compiler = made.compiler;
    report_.why_not_on_gpu = made.why_not;
}

bool Try::check_next() {
    const auto goes_on = [this] { return !report_.wrong_at && report_.tried < report_.planned; };
    note_time();
    if (report_.is_stopped || report_.wrong_at || report_.tried == report_.planned) return false;
    if (processor_seconds_ > most_seconds_of_check) {
        report_.took_too_long = true;
        return false;
    }
    const CheckRun run =
        affordable(runs_[static_cast<std::size_t>(report_.tried)], report_.first_size, report_.first->reply);
    if ((run.few_blocks && report_.left_out) || takes_too_long(run)) { // few blocks: it would take even longer
        if (++report_.tried == report_.planned && report_.is_cpu) time_on_cpu();
        return goes_on();
    }
    const double seconds_before = processor_seconds_;
    Judged found = judged(run);
    note_time();
    if (report_.is_stopped) return false;
    ++report_.tried;
    note_speed(run, found.reply, processor_seconds_ - seconds_before);
    const bool is_left_out = run.few_blocks && found.reply.took_too_long && found.reply.findings.empty();
    const bool is_judged = !run.few_blocks || (found.comparison && found.comparison->entries_checked > 0);
    if (is_left_out)
        report_.left_out = run.size;
    else
        (!run.few_blocks ? report_.sizes : is_judged ? report_.parts : report_.unjudged_parts).push_back(run.size);
    report_.with_pitch = report_.with_pitch || run.further_pitch > 0 || run.has_larger_input_pitch;
    report_.with_texture = report_.with_texture || run.into_texture;
    const bool are_all_followed = found.reply.blocks > 0 && found.reply.blocks_followed == found.reply.blocks;
    if (!run.few_blocks && !report_.is_cpu && !are_all_followed) ++report_.partly_followed;
    if (!is_left_out && !found.right() && found.reply.skipped.empty())
        report_.wrong_at = TryReport::At{run.size, std::string(run.kind), std::move(found)};
    if (!report_.wrong_at && report_.tried == report_.planned && report_.is_cpu) time_on_cpu();
    return goes_on();
}

bool Try::check_at(const FirstSize& size) {
    const CheckRun run{.kind = "usual", .size = first_question(*type_, size).size(), .most_examined = examined_of_many};
    Judged found = judged(run);
    note_time();
    if (report_.is_stopped) return false;
    if (found.right()) return true;
    report_.wrong_at = TryReport::At{run.size, std::string(run.kind), std::move(found)};
    return false;
}

void Try::note_speed(const CheckRun& run, const RunReply& reply, double seconds) {
    constexpr double least_steps = 1e6;
    const double steps = steps_of(run.size);
    if (run.most_examined != none_examined || steps < least_steps || !reply.failed.empty()) return;
    const double of_step = seconds / steps;
    seconds_of_step_ = seconds_of_step_ > 0 ? std::min(seconds_of_step_, of_step) : of_step;
}

bool Try::takes_too_long(const CheckRun& run) const {
    if (!run.is_left_out_late) return false;
    const double left = most_seconds_of_large_runs - processor_seconds_;
    return seconds_of_step_ * steps_of(run.size) > std::min(left, most_seconds_of_large_run) || left < 0;
}

Question timed_question(const WorkloadType& type, std::uint64_t number) {
    const Workload size = first_question(type, {.n = timed_size(type), .m = {}, .dims = {}}).size();
    return question_of({.kind = "random", .size = size, .seed = number, .data = CheckData::random});
}

/// The judge measures what a time must not fall below: the child has the code that is timed.
std::string Try::why_impossible(double seconds, const Workload& size) {
    if (!cpu_figures_) cpu_figures_ = profiling::measured_cpu_figures(Device{});
    return profiling::why_impossible(seconds, profiling::limits_of_cpu(*cpu_figures_, size));
}

std::optional<double> Try::time_once(std::uint64_t number) {
    const Question question = timed_question(*type_, number);
    Judged found = judged_as({.workload = type_->id, .inputs = question.inputs()});
    if (stop_.stop_requested()) return std::nullopt;
    const double seconds = found.reply.seconds_of_run;
    if (found.right()) found.reply.failed = why_impossible(seconds, workload_of(type_->id, question.inputs()));
    if (found.right()) return seconds;
    report_.wrong_at = TryReport::At{question.size(), "random", std::move(found)};
    return std::nullopt;
}

/// Each timed run is judged, too, and has other data, so that no answer can be kept from the one before.
void Try::time_on_cpu() {
    constexpr std::uint64_t runs = 11;
    std::vector<double> seconds;
    for (std::uint64_t i = 0; i < runs && !report_.wrong_at; ++i) {
        if (const auto taken = time_once(report_.seed + i)) seconds.push_back(*taken);
        if (stop_.stop_requested()) return;
    }
    if (seconds.empty()) return;
    std::ranges::sort(seconds);
    const Workload size = timed_question(*type_, report_.seed).size();
    report_.timed = TryReport::Timed{.size = size,
                                     .median = seconds[seconds.size() / 2],
                                     .least = seconds.front(),
                                     .most = seconds.back(),
                                     .runs = static_cast<int>(seconds.size()),
                                     .compiler = workshop_->compiler()};
    note_time();
}

void Try::note_warnings(const RunReply& reply) {
    for (const simt::Finding& warning : reply.warnings) {
        const auto is_known = [&](const simt::Finding& known) {
            return known.kind == warning.kind && known.file == warning.file && known.line == warning.line;
        };
        if (std::ranges::none_of(report_.warnings, is_known)) report_.warnings.push_back(warning);
    }
}

Judged Try::judged(const CheckRun& run) {
    const Question question = question_of(run);
    if (run.few_blocks) {
        Judged found = judged_in_parts(*workshop_, question.inputs());
        note_warnings(found.reply);
        return found;
    }
    return judged_as({
        .workload = type_->id,
        .inputs = question.inputs(),
        .further_pitch = run.further_pitch,
        .further_input_pitch = run.has_larger_input_pitch ? further_input_pitch : 0,
        .most_accesses = run.most_examined,
        .into_texture = run.into_texture,
        .block = run.block,
        .threads = run.threads,
    });
}

/// A kernel that writes into the socket has failed, and the program has not.
Judged Try::judged_as(const Trial& trial) {
    try {
        Judged found = workshop_->judged(trial);
        processor_seconds_ = found.reply.processor_seconds;
        note_warnings(found.reply);
        return found;
    } catch (const MessageError& error) {
        return {.reply = {}, .ended = error.what()};
    }
}

} // namespace pairscope::app::workshop
