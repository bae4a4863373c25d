// SPDX-License-Identifier: MIT
// The status line: a sentence about the selected variant. Every number in it can be hovered.
#include "app/chart/fractions.h"
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/recordings/recordings.h"
#include "app/window/panels.h"
#include "app/window/status/status_sentence.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <imgui_internal.h>

namespace pairscope::app {
namespace {

Fact time_fact(const profiling::Measurement& m, std::string_view origin = {}) {
    const double median = profiling::seconds_of(m);
    const auto interval = profiling::interval_of(m);
    const std::string time = interval ? time_of_run(median, interval->low, interval->high) : time_of_run(median);
    return {.shown = fmt::format("{}, median of {}", time, m.seconds.size()),
            .copied = fmt::format("{:.6g} ms", median * 1e3),
            .meaning = "Time of one run: the median, and half the width of its 95 % interval.",
            .provenance = provenance_of(m, origin)};
}

Fact fraction_fact(std::string_view name, double fraction, std::string_view meaning, std::string provenance) {
    return {.shown = fmt::format("{} {}", name, share_text(fraction)),
            .copied = fmt::format("{} {:.4f}", name, fraction),
            .meaning = std::string(meaning),
            .provenance = std::move(provenance)};
}

/// Both fractions of their ceilings, as far as they are known.
void add_fractions(StatusSentence& sentence, const profiling::Measurement& m, const profiling::Ceilings* ceilings,
                   std::string_view origin) {
    const auto limit = ceilings == nullptr ? std::nullopt : profiling::limit_for(m, *ceilings);
    if (!limit) return;
    const auto from = [&](const profiling::Ceiling& ceiling) {
        return fmt::format("{}; {}", provenance_of(m, origin),
                           ceiling_text(ceiling, origin.empty() ? "in this process" : origin));
    };
    sentence.fact("##status_useful",
                  fraction_fact("useful fraction", *profiling::useful_fraction(m, *ceilings),
                                useful_fraction_meaning(limit->ceiling->kind, type_of(m.workload.type)),
                                from(*limit->ceiling)));
    const auto used = profiling::bandwidth_used(m, *ceilings);
    if (!used) return;
    const profiling::Ceiling& memory = *profiling::memory_ceiling_for(m, *ceilings);
    sentence.fact("##status_used",
                  fraction_fact("bandwidth used", *used, bandwidth_used_meaning(memory.kind), from(memory)));
}

Fact rate_fact(const profiling::Measurement& m, const profiling::Ceilings* ceilings) {
    const profiling::UsefulRate rate = profiling::useful_rate(m, ceilings);
    return {.shown = useful_rate_text(rate),
            .copied = rate.unit == "B/s" ? fmt::format("{:.6g} GB/s", rate.value / 1e9)
                                         : fmt::format("{:.6g} {}", rate.value, rate.unit),
            .meaning = useful_rate_meaning(rate, type_of(m.workload.type)),
            .provenance = fmt::format("model: work of the workload, {}", provenance_of(m))};
}

/// While points are dragged: the run behind the picture on the screen, and what the last counted one moved.
void add_picture_run(StatusSentence& sentence, const State& state, const KernelVariant& variant,
                     const profiling::Measurement& m) {
    profiling::Measurement now = m;
    now.seconds = {state.output.seconds};
    sentence.words(fmt::format("{} for this picture", time_of_run(now.seconds.front())));
    sentence.words(useful_rate_text(profiling::useful_rate(now, ceilings_for(state, variant))));
    if (const auto* live = live_counters(state, variant)) {
        now.counters = *live;
        if (const auto bytes = profiling::counted_bytes(now, profiling::MemoryLevel::dram))
            sentence.words(fmt::format("{} through DRAM, counted", bytes_text(*bytes)));
    }
}

/// The few words of a right verdict; everything that was found on hover.
void add_verdict(StatusSentence& sentence, const Palette& palette, const profiling::CheckVerdict& verdict) {
    const bool is_another = verdict.comparison.different_entries.has_value();
    sentence.words(short_text(verdict), is_another ? palette.warning : palette.text, describe(verdict));
}

void add_measurement(StatusSentence& sentence, const Frame& frame, const profiling::Measurement& m) {
    const KernelVariant& variant = *selected_variant(frame.state);
    if (shows_picture_run(frame.state, variant)) {
        add_picture_run(sentence, frame.state, variant, m);
        return;
    }
    const profiling::Ceilings* ceilings = ceilings_for(frame.state, variant);
    sentence.fact("##status_time", time_fact(m));
    add_fractions(sentence, m, ceilings, {});
    sentence.fact("##status_bandwidth", rate_fact(m, ceilings));
    add_verdict(sentence, frame.style.palette, m.check);
}

/// A run of a recording, with the name of the recording, so that it is not mistaken for a run of this machine.
void add_recorded(StatusSentence& sentence, const Palette& palette, const RecordedRun& recorded) {
    const std::string origin = origin_of(recorded.set);
    const profiling::Measurement& m = *recorded.run;
    sentence.fact("##status_time", time_fact(m, origin));
    add_fractions(sentence, m, recorded.set.ceilings, origin);
    sentence.words(fmt::format("recorded: {}, {}", name_of(recorded.set), size_of(recorded.set)), palette.text,
                   fmt::format("{} ({})", origin, recorded.set.shown->path.string()));
}

Fact bytes_fact(const profiling::Simulated& s) {
    return {.shown = fmt::format("{} of DRAM traffic predicted", bytes_text(s.predicted_bytes)),
            .copied = fmt::format("{:.6g} B", s.predicted_bytes),
            .meaning = "The bytes that the variant should move between the GPU and its memory.",
            .provenance = "model: the variant's own"};
}

/// Describes the stores of a kernel that writes a matrix, and the loads of any other kernel.
Fact sectors_fact(const profiling::Simulated& s) {
    const bool of_stores = output_of(s.workload).kind == OutputKind::matrix;
    const auto used = of_stores ? profiling::used_of_stores(*s.trace) : profiling::used_of_loads(*s.trace);
    if (!used) return {};
    const std::string_view what = of_stores ? "store" : "load";
    return {.shown = fmt::format("{} efficiency {}", what, percent_text(*used)),
            .copied = fmt::format("{} efficiency {}", what, percent_text(*used)),
            .meaning = of_stores ? fmt::format("How much of the 32-byte sectors that stores touch is written. A warp's "
                                               "store touches {:.2f} of them on average.",
                                               *profiling::sectors_per_store(*s.trace))
                                 : std::string("How much of the 32-byte sectors that loads touch is used."),
            .provenance = fmt::format("simulated: the trace of {} of {} on {}", grouped(s.trace->blocks_traced),
                                      counted(s.trace->blocks, "block"), s.device.name)};
}

void add_simulation(StatusSentence& sentence, const Palette& palette, const profiling::Simulated& s) {
    sentence.words("simulated, so it has no time", palette.text,
                   "The CPU executes the kernel's own source, thread by thread. How long that takes says nothing about "
                   "a GPU.");
    if (const Fact fact = s.trace ? sectors_fact(s) : Fact{}; !fact.shown.empty())
        sentence.fact("##status_sectors", fact);
    sentence.fact("##status_bytes", bytes_fact(s));
    add_verdict(sentence, palette, s.check);
}

/// What the Matrix panel shows of a matrix that no variant stores.
void add_tiles(StatusSentence& sentence, const Palette& palette, const State& state, const std::string& reason) {
    const std::string progress = progress_text(state);
    if (!reason.empty()) sentence.words("cannot store a matrix of this size", palette.dim, reason);
    sentence.words(progress.empty() ? "all tiles in sight are exact" : progress, palette.text,
                   "The Matrix panel computes the part in sight tile by tile. It shows a coarse picture first, and "
                   "then the exact minimum, mean and maximum of all entries that a pixel covers.");
}

std::string failure_text(const profiling::Failed& failed) {
    return failed.verdict ? fmt::format("{}: {}", name_of(failed.verdict->judgement()), failed.message)
                          : failed.message;
}

void add_outcome(StatusSentence& sentence, const Frame& frame, const KernelVariant& selected) {
    const State& state = frame.state;
    const Palette& palette = frame.style.palette;
    const std::string reason = why_not_now(state, selected);
    const profiling::RunOutcome* outcome = outcome_for(state, selected);
    if (const auto recorded = recorded_run(state))
        add_recorded(sentence, palette, *recorded);
    else if (is_deep(state) && asks_for_matrix(state) && (!reason.empty() || !progress_text(state).empty()))
        add_tiles(sentence, palette, state, reason);
    else if (!reason.empty())
        sentence.message(fmt::format("cannot run here: {}", reason), palette.warning);
    else if (const std::string unmeasured = why_not_measured(state, selected); !unmeasured.empty())
        sentence.message(unmeasured, palette.dim);
    else if (const auto* m = measurement_for(state, selected))
        add_measurement(sentence, frame, *m);
    else if (const auto* s = simulation_for(state, selected))
        add_simulation(sentence, palette, *s);
    else if (outcome != nullptr && std::holds_alternative<profiling::Failed>(*outcome))
        sentence.message(failure_text(std::get<profiling::Failed>(*outcome)), palette.error);
    else if (is_simulated(state.run, selected))
        sentence.message(is_given_up(state, selected)
                             ? "simulated on this CPU, and not checked because it was cancelled; Space checks it"
                             : "simulated on this CPU; its output is not checked yet",
                         palette.dim);
    else if (output_is_current(state))
        sentence.message(fmt::format("{} for this picture; {}", time_of_run(state.output.seconds),
                                     is_given_up(state, selected) ? "not timed because it was cancelled; Space times it"
                                     : hides_kernels(state) ? "not timed while the panels about kernels are hidden"
                                                            : "not timed yet"),
                         palette.dim);
    else
        sentence.message("computing", palette.dim);
}

/// What distances are shown that were given, and by whom.
std::string words_of_given(const State& state) {
    const Dataset& given = *state.data.now.question.first;
    if (files_of(state.data.now.source).empty())
        return fmt::format("This example shows {}. {}", given.name, nothing_is_computed);
    return what_it_holds(given);
}

/// `width`: that it may take.
void draw_sentence(const Frame& frame, float width) {
    StatusSentence sentence(frame, width);
    const KernelVariant* selected = selected_variant(frame.state);
    if (selected == nullptr) {
        sentence.message("Choose a variant in the ladder.", frame.style.palette.dim);
        return;
    }
    if (const auto& given = frame.state.data.now.question.first; given && given->holds_distances) {
        sentence.message(words_of_given(frame.state), frame.style.palette.text);
        return;
    }
    sentence.name(std::string(short_name(selected->id)));
    const bool may_differ = selected->may_differ_by != nullptr && verdict_on(frame.state, *selected) == nullptr;
    if (const std::string_view label = output_label(selected->entry, may_differ); !label.empty())
        sentence.words(std::string(label), frame.style.palette.warning,
                       may_differ ? "It computes with less precision than the other variants, so parts of its output "
                                    "differ from theirs. The check will count them."
                                  : "Its entries have 16 bits instead of 32, so it writes half as many bytes. They "
                                    "have about three decimal digits, and are infinite from 65 520 on.");
    add_outcome(sentence, frame, *selected);
    sentence.end();
}

/// "timing cpu_naive  40 %  2 s"
std::string activity_text(const Activity& activity) {
    const double seconds = std::chrono::duration<double>(Clock::now() - activity.since).count();
    std::string words = describe(activity.task);
    if (activity.share > 0.0) words += fmt::format("  {:.0f} %", activity.share * 100.0);
    if (seconds > 1.0) words += fmt::format("  {:.0f} s", seconds);
    return words;
}

/// At the right end of the line: how much it takes of it.
float width_of_activity(const std::string& words) {
    const ImGuiStyle& style = ImGui::GetStyle();
    return ImGui::CalcTextSize(words.c_str()).x + ImGui::CalcTextSize("Cancel").x + style.FramePadding.x * 2 +
           style.ItemSpacing.x * 2;
}

void draw_activity(const Frame& frame, const std::string& words, float left) {
    ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y});
    ImGui::TextColored(frame.style.palette.dim, "%s", words.c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("Cancel")) frame.push(command::CancelWork{});
    explain(frame, "Stops what runs and measures nothing more until you ask. Esc does the same.");
}

constexpr double saved_for = 60.0; // [s] that the line says so
constexpr const char* open_folder = "Open folder";
constexpr const char* hide = "Hide";

const SavedFile* just_saved(const State& state) {
    const auto& saved = state.look.saved;
    const bool recent = saved && std::chrono::duration<double>(Clock::now() - saved->when).count() < saved_for;
    return recent ? &*saved : nullptr;
}

/// The end of the path is what tells files apart.
std::string fitting_path(const std::filesystem::path& path, float width) {
    std::string text = shown(path);
    for (auto cut = text.find('/', 1); ImGui::CalcTextSize(text.c_str()).x > width; cut = text.find('/', 4)) {
        if (cut == std::string::npos) return shortened(text, width);
        text = "..." + text.substr(cut);
    }
    return text;
}

/// "Saved /home/anna/roofline.svg [Open folder] [Hide]", ending at `right`. Returns how much of the line it takes.
float draw_saved(const Frame& frame, const SavedFile& saved, float right, float room) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, word = ImGui::CalcTextSize("Saved ").x;
    const float buttons = small_button_width(frame, open_folder) + small_button_width(frame, hide) + 2 * gap;
    const std::string path = fitting_path(saved.path, std::max(0.5f * room - buttons - word, 0.0f));
    const float width = word + ImGui::CalcTextSize(path.c_str()).x + buttons;
    if (width + gap > room) return 0.0f;
    const float y = ImGui::GetCursorScreenPos().y;
    ImGui::SetCursorScreenPos({right - width, y});
    ImGui::TextColored(frame.style.palette.good, "Saved %s", path.c_str());
    explain(frame, fmt::format("{} was written. The log keeps this message.", shown(saved.path)));
    ImGui::SameLine(0.0f, gap);
    const float top = y - frame.style.px(2);
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, top});
    if (small_button(frame, "open_folder", open_folder)) frame.push(command::OpenFolder{saved.path.parent_path()});
    explain(frame, fmt::format("Shows {} in the file manager of the desktop.", shown(saved.path.parent_path())));
    ImGui::SameLine(0.0f, gap);
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, top});
    if (small_button(frame, "hide_saved", hide)) frame.push(command::HideSaved{});
    explain(frame, "Removes this message. It disappears automatically one minute after the file was saved.");
    return width + gap;
}

/// What is done now has its place at the right end, and left of it what was saved; the sentence takes the rest.
void draw_line(const Frame& frame) {
    const auto& activity = frame.state.run.activity;
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float whole = ImGui::GetContentRegionAvail().x;
    const std::string words = activity ? activity_text(*activity) : std::string();
    const float taken = activity ? std::min(width_of_activity(words), whole) : 0.0f;
    float room = whole - taken;
    if (const SavedFile* saved = just_saved(frame.state)) room -= draw_saved(frame, *saved, start.x + room, room);
    ImGui::SetCursorScreenPos(start);
    draw_sentence(frame, room);
    ImGui::SetCursorScreenPos(start);
    if (activity) draw_activity(frame, words, start.x + whole - taken);
}

} // namespace

void draw_status_line(const Frame& frame) {
    const float height = ImGui::GetFrameHeight() + frame.style.px(6);
    const ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(frame.style.px(12), frame.style.px(6)));
    if (ImGui::BeginViewportSideBar("Status", nullptr, ImGuiDir_Down, height, flags)) {
        const ImVec2 at = ImGui::GetWindowPos();
        ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetWindowWidth(), at.y},
                                            ImGui::GetColorU32(frame.style.palette.line));
        draw_line(frame);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace pairscope::app
