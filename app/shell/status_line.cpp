// SPDX-License-Identifier: MIT
// The status line: a sentence about the selected variant that a person would say. Every number in it can be hovered.
#include "app/features/ladder/ladder_rows.h"
#include "app/shell/panels.h"
#include "app/shell/widgets/facts.h"
#include "app/state/counting_jobs.h"
#include "app/state/drawing/fractions.h"
#include "app/state/recorded_runs.h"
#include "app/state/state_queries.h"
#include "kernels/core/text.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <imgui_internal.h>

namespace pairscope::app {
namespace {

void dot(const Frame& frame) {
    ImGui::SameLine();
    ImGui::TextColored(frame.style.palette.faint, "·");
    ImGui::SameLine();
}

Fact time_fact(const profiling::Measurement& m, std::string_view origin = {}) {
    const double median = profiling::seconds_of(m);
    const auto interval = profiling::median_interval(m.seconds);
    const std::string around =
        interval ? fmt::format(" ± {}", half_width(median * 1e3, interval->low * 1e3, interval->high * 1e3)) : "";
    return {.shown = fmt::format("{} ms{}, median of {}", milliseconds(median), around, m.seconds.size()),
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

/// Both fractions of their ceilings, as far as they are known; each followed by a dot.
void draw_fractions(const Frame& frame, const profiling::Measurement& m, const profiling::Ceilings* ceilings,
                    std::string_view origin) {
    const auto limit = ceilings == nullptr ? std::nullopt : profiling::limit_for(m, *ceilings);
    if (!limit) return;
    const auto from = [&](const profiling::Ceiling& ceiling) {
        return fmt::format("{}; {}", provenance_of(m, origin),
                           ceiling_text(ceiling, origin.empty() ? "in this process" : origin));
    };
    draw_fact(frame, "##status_useful",
              fraction_fact("useful fraction", *profiling::useful_fraction(m, *ceilings),
                            useful_fraction_meaning(limit->ceiling->kind), from(*limit->ceiling)),
              false);
    dot(frame);
    const auto used = profiling::bandwidth_used(m, *ceilings);
    if (!used) return;
    const profiling::Ceiling& memory = *profiling::memory_ceiling_for(m, *ceilings);
    draw_fact(frame, "##status_used",
              fraction_fact("bandwidth used", *used, bandwidth_used_meaning(memory.kind), from(memory)), false);
    dot(frame);
}

Fact rate_fact(const profiling::Measurement& m, const profiling::Ceilings* ceilings) {
    const profiling::UsefulRate rate = profiling::useful_rate(m, ceilings);
    return {.shown = useful_rate_text(rate),
            .copied = rate.unit == "B/s" ? fmt::format("{:.6g} GB/s", rate.value / 1e9)
                                         : fmt::format("{:.6g} {}", rate.value, rate.unit),
            .meaning = useful_rate_meaning(rate),
            .provenance = fmt::format("model: work by the workload; {}", provenance_of(m))};
}

/// While points are dragged: the run behind the picture on the screen, and what the last counted one moved.
void draw_picture_run(const Frame& frame, const KernelVariant& variant, const profiling::Measurement& m) {
    profiling::Measurement now = m;
    now.seconds = {frame.state.output.seconds};
    ImGui::TextUnformatted(fmt::format("{} ms for this picture", milliseconds(now.seconds.front())).c_str());
    dot(frame);
    ImGui::TextUnformatted(useful_rate_text(profiling::useful_rate(now, ceilings_for(frame.state, variant))).c_str());
    if (const auto* live = live_counters(frame.state, variant)) {
        now.counters = *live;
        if (const auto bytes = profiling::counted_bytes(now, profiling::MemoryLevel::dram)) {
            dot(frame);
            ImGui::TextUnformatted(fmt::format("{} through DRAM, counted", bytes_text(*bytes)).c_str());
        }
    }
}

/// The few words of a right verdict; everything that was found on hover.
void draw_verdict(const Frame& frame, const profiling::CheckVerdict& verdict) {
    ImGui::TextUnformatted(short_text(verdict).c_str());
    explain(frame, describe(verdict));
}

void draw_measurement(const Frame& frame, const profiling::Measurement& m) {
    const KernelVariant& variant = *selected_variant(frame.state);
    if (shows_picture_run(frame.state, variant)) {
        draw_picture_run(frame, variant, m);
        return;
    }
    draw_fact(frame, "##status_time", time_fact(m), false);
    dot(frame);
    draw_fractions(frame, m, ceilings_for(frame.state, variant), {});
    draw_fact(frame, "##status_bandwidth", rate_fact(m, ceilings_for(frame.state, variant)), false);
    dot(frame);
    draw_verdict(frame, m.check);
}

/// A run of a recording, and of which: nobody shall take it for one of this machine.
void draw_recorded(const Frame& frame, const RecordedRun& recorded) {
    const std::string origin = origin_of(recorded.set);
    const profiling::Measurement& m = *recorded.run;
    draw_fact(frame, "##status_time", time_fact(m, origin), false);
    dot(frame);
    draw_fractions(frame, m, recorded.set.ceilings, origin);
    ImGui::TextUnformatted(fmt::format("recorded: {}, {}", name_of(recorded.set), size_of(recorded.set)).c_str());
    explain(frame, fmt::format("{} ({})", origin, recorded.set.shown->path.string()));
}

Fact bytes_fact(const profiling::Simulated& s) {
    return {.shown = fmt::format("{} of DRAM traffic predicted", bytes_text(s.predicted_bytes)),
            .copied = fmt::format("{:.6g} B", s.predicted_bytes),
            .meaning = "What the variant should move between the GPU and its memory.",
            .provenance = "model: the variant's own"};
}

Fact sectors_fact(const profiling::Simulated& s, double used) {
    return {.shown = fmt::format("stores use {} of their sectors", percent_text(used)),
            .copied = fmt::format("{} of the sectors stored to", percent_text(used)),
            .meaning =
                fmt::format("How much of the 32-byte sectors that stores touch is written. A warp's store touches "
                            "{:.2f} of them on average.",
                            *profiling::sectors_per_store(*s.trace)),
            .provenance = fmt::format("simulated: the trace of {} of {} on {}", grouped(s.trace->blocks_traced),
                                      counted(s.trace->blocks, "block"), s.device.name)};
}

void draw_simulation(const Frame& frame, const profiling::Simulated& s) {
    ImGui::TextUnformatted("simulated, so it has no time");
    explain(frame, "The CPU executes the kernel's own source, thread by thread. How long that takes says nothing about "
                   "a GPU.");
    if (const auto used = s.trace ? profiling::used_of_stores(*s.trace) : std::nullopt) {
        dot(frame);
        draw_fact(frame, "##status_sectors", sectors_fact(s, *used), false);
    }
    dot(frame);
    draw_fact(frame, "##status_bytes", bytes_fact(s), false);
    dot(frame);
    draw_verdict(frame, s.check);
}

/// It may be longer than the line: all of it is said on hover.
void draw_failure(const Frame& frame, const profiling::Failed& failed) {
    const std::string text =
        failed.verdict ? fmt::format("{}: {}", name_of(failed.verdict->judgement()), failed.message) : failed.message;
    ImGui::TextColored(frame.style.palette.error, "%s", text.c_str());
    explain(frame, text);
}

void draw_sentence(const Frame& frame) {
    const State& state = frame.state;
    const KernelVariant* selected = selected_variant(state);
    if (selected == nullptr) {
        ImGui::TextColored(frame.style.palette.dim, "Choose a variant in the ladder.");
        return;
    }
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    ImGui::TextUnformatted(std::string(short_name(selected->id)).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0, frame.style.px(12));
    if (const std::string_view label = answer_label(selected->entry); !label.empty()) {
        ImGui::TextColored(frame.style.palette.warning, "%s", std::string(label).c_str());
        explain(frame, "Its entries have 16 bits, not 32: half the bytes, three digits, infinite from 65520 on.");
        dot(frame);
    }
    const std::string reason = why_not_now(state, *selected);
    const profiling::RunOutcome* outcome = outcome_for(state, *selected);
    if (const auto recorded = recorded_run(state))
        draw_recorded(frame, *recorded);
    else if (!reason.empty())
        ImGui::TextColored(frame.style.palette.warning, "cannot run here: %s", reason.c_str());
    else if (const std::string unmeasured = why_not_measured(state, *selected); !unmeasured.empty())
        ImGui::TextColored(frame.style.palette.dim, "%s", unmeasured.c_str());
    else if (const auto* m = measurement_for(state, *selected))
        draw_measurement(frame, *m);
    else if (const auto* s = simulation_for(state, *selected))
        draw_simulation(frame, *s);
    else if (outcome != nullptr && std::holds_alternative<profiling::Failed>(*outcome))
        draw_failure(frame, std::get<profiling::Failed>(*outcome));
    else if (is_simulated(state.run, *selected))
        ImGui::TextColored(frame.style.palette.dim, "simulated on this CPU; its answer is not checked yet");
    else if (output_is_current(state))
        ImGui::TextColored(frame.style.palette.dim, "%s ms for this picture; not timed yet",
                           milliseconds(state.output.seconds).c_str());
    else
        ImGui::TextColored(frame.style.palette.dim, "computing");
}

void draw_activity(const Frame& frame, const Activity& activity) {
    const double seconds = std::chrono::duration<double>(Clock::now() - activity.since).count();
    std::string words = describe(activity.task);
    if (activity.share > 0.0) words += fmt::format("  {:.0f} %", activity.share * 100.0);
    if (seconds > 1.0) words += fmt::format("  {:.0f} s", seconds);
    const float width = ImGui::CalcTextSize(words.c_str()).x + ImGui::CalcTextSize("Cancel").x +
                        ImGui::GetStyle().FramePadding.x * 2 + ImGui::GetStyle().ItemSpacing.x * 2;
    ImGui::SameLine(
        std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - width - ImGui::GetStyle().WindowPadding.x));
    ImGui::TextColored(frame.style.palette.dim, "%s", words.c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("Cancel")) frame.push(command::CancelWork{});
    explain(frame, "Stops what runs and measures nothing more until you ask. Esc does the same.");
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
        draw_sentence(frame);
        if (frame.state.run.activity) draw_activity(frame, *frame.state.run.activity);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace pairscope::app
