// SPDX-License-Identifier: MIT
#include "app/cli/reports/try_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "app/subjects/workshop/built_kernel.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

using app::Json;
using app::workshop::fault_of;
using app::workshop::Judged;
using app::workshop::judgement_of;

std::string size_text(const Workload& size) {
    const WorkloadType& type = type_of(size.type);
    if (counts_coordinates(type.inputs)) return fmt::format("n = {}", app::grouped(size.dims));
    const std::string n = app::grouped(size.rows), m = app::grouped(size.cols), dims = app::grouped(size.dims);
    if (type.inputs.sets == 2) return fmt::format("n = {}, m = {}, dims = {}", n, m, dims);
    if (type.inputs.dims.least < type.inputs.dims.most) return fmt::format("n = {}, dims = {}", n, dims);
    return fmt::format("n = {}", n);
}

/// "mine.cu with STRIDE = 4": the values that the user has set stand with the name.
std::string title_of(const TryReport& report) {
    std::vector<std::string> set;
    for (const own::Slider& slider : report.sliders)
        if (slider.value != slider.in_text) set.push_back(fmt::format("{} = {}", slider.name, slider.value));
    return set.empty() ? report.path : fmt::format("{} with {}", report.path, fmt::join(set, ", "));
}

/// "is wrong": a crash says nothing about the output, and a fault may spoil none of it.
std::string what_is_wrong(const Judged& judged) {
    const std::string judgement = judgement_of(judged);
    return judgement == "wrong" ? "is wrong" : judgement == "faulty" ? "has a fault" : "fails";
}

/// `data`: what was special about it; empty: nothing.
std::string fault_at(const TryReport& report, const Workload& size, const std::string& data, const Judged& judged) {
    const std::string what = what_is_wrong(judged), where = size_text(size), fault = fault_of(judged);
    std::string text = data.empty()
                           ? fmt::format("{} {} at {}\n    {}\n", title_of(report), what, where, fault)
                           : fmt::format("{} {} at {}, {}\n    {}\n", title_of(report), what, where, data, fault);
    const auto& findings = judged.reply.findings;
    for (std::size_t i = 1; i < std::min<std::size_t>(findings.size(), 5); ++i)
        text += fmt::format("    {}\n", describe(findings[i]));
    if (findings.size() > 5) text += fmt::format("    and {} more faults\n", findings.size() - 5);
    return text;
}

std::string data_text(const TryReport& report, const std::string& kind) {
    if (kind == "usual") return {};
    if (kind == "few blocks") return "of which four blocks were run";
    return kind == "random" ? fmt::format("with the random data of --seed {}", report.seed)
                            : fmt::format("with {}", kind);
}

/// The values of n, each once.
std::string sizes_text(const std::vector<Workload>& tried, const char* between = ", ") {
    std::vector<std::int64_t> sizes;
    for (const Workload& size : tried) sizes.push_back(n_of(size));
    std::ranges::sort(sizes);
    sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
    std::vector<std::string> texts;
    for (const std::int64_t size : sizes) texts.push_back(app::grouped(size));
    return fmt::format("n = {}", fmt::join(texts, between));
}

Json faults_json(const std::vector<simt::Finding>& findings) {
    auto list = Json::array();
    for (const simt::Finding& finding : findings)
        list.push_back({{"kind", name_of(finding.kind)},
                        {"file", finding.file},
                        {"line", finding.line},
                        {"told", finding.told},
                        {"count", finding.count}});
    return list;
}

Json json_of(const Workload& size, const Judged& judged) {
    Json json{{"n", size.rows}, {"m", size.cols}, {"dims", size.dims}};
    json["verdict"] = judged.right() ? "right" : judgement_of(judged);
    json["told"] = fault_of(judged);
    json["blocks"] = judged.reply.blocks;
    json["blocks_followed"] = judged.reply.blocks_followed;
    json["faults"] = faults_json(judged.reply.findings);
    return json;
}

/// Empty: the workload has no size at which only a few blocks are run.
std::string parts_text(const TryReport& report) {
    const auto sizes = [](const std::vector<Workload>& tried) { return sizes_text(tried, " and "); };
    std::string text;
    if (!report.parts.empty()) text += fmt::format("    Four blocks were right at {}.\n", sizes(report.parts));
    if (!report.unjudged_parts.empty())
        text += fmt::format("    Four blocks had no fault at {}, but what they wrote there was not judged.\n",
                            sizes(report.unjudged_parts));
    if (report.left_out)
        text += fmt::format("    A few blocks took too long at n = {}, so this size and larger ones were not looked "
                            "at.\n",
                            app::grouped(n_of(*report.left_out)));
    return text;
}

/// Large runs follow only a sample of the blocks, which finds a fault of all blocks, and not that of one.
std::string followed_text(const TryReport& report) {
    if (report.partly_followed == 0) return {};
    return fmt::format("    In {} not all blocks were followed, so that a fault of another block is not seen.\n",
                       counted(report.partly_followed, "run"));
}

std::string places_text(const TryReport& report) {
    if (report.with_pitch && report.with_texture)
        return "    Some runs had a larger pitch, and some wrote into a texture.\n";
    if (report.with_pitch) return "    Some runs had a larger pitch.\n";
    return report.with_texture ? "    Some runs wrote into a texture.\n" : "";
}

std::string random_text(const TryReport& report) {
    return fmt::format("    Some sizes and data were random: --seed {} repeats them.\n", report.seed);
}

std::string times_text(const TryReport& report) {
    if (!report.timed) return {};
    const auto& [size, median, least, most, runs, compiler] = *report.timed;
    return fmt::format(
        "    Its accesses were not watched.\n    It takes {} at {}, which is the median of {} runs of {} to "
        "{}, compiled with {}.\n",
        app::duration_text(median), size_text(size), runs, app::duration_text(least), app::duration_text(most),
        compiler);
}

std::string sentences_of_warnings(const TryReport& report) {
    std::string text;
    for (const simt::Finding& warning : report.warnings) text += fmt::format("    Warning: {}\n", describe(warning));
    return text;
}

} // namespace

void say_first(const TryReport& report) {
    for (const std::string& note : report.notes) print_text(note + "\n");
    if (!report.first->right()) return;
    print_text(fmt::format("{}: right at {}, {} ({:.1f} s)\n", title_of(report), size_text(report.first_size),
                           report.is_cpu ? "its accesses were not watched" : "no fault found",
                           report.seconds_of_first));
    flush_output();
}

std::string text_of(const TryReport& report) {
    if (!report.errors.empty()) return fmt::format("{}\n", fmt::join(report.errors, "\n"));
    if (!report.first->right()) return fault_at(report, report.first_size, "", *report.first);
    if (report.wrong_at)
        return fault_at(report, report.wrong_at->size, data_text(report, report.wrong_at->data),
                        report.wrong_at->judged);
    if (report.verdict() == "right") {
        return fmt::format("{}: right in the full check, {} runs at {}\n{}{}{}{}{}{}", title_of(report),
                           report.sizes.size(), sizes_text(report.sizes), places_text(report), parts_text(report),
                           followed_text(report), random_text(report), times_text(report),
                           sentences_of_warnings(report));
    }
    return fmt::format("{}: right so far, in {} of {} runs of the full check, which {}\n{}", title_of(report),
                       report.tried, report.planned, report.is_stopped ? "was interrupted" : "took too long",
                       sentences_of_warnings(report));
}

Json value_of(const TryReport& report) {
    Json json{{"file", report.path}, {"workload", report.workload}, {"verdict", report.verdict()}};
    json["sliders"] = Json::object();
    for (const own::Slider& slider : report.sliders) json["sliders"][slider.name] = slider.value;
    json["errors"] = report.errors;
    json["notes"] = report.notes;
    json["warnings"] = faults_json(report.warnings);
    json["network"] = !report.why_network.empty();
    if (report.first) json["first"] = json_of(report.first_size, *report.first);
    if (report.first && report.first->right()) {
        json["check"] = {{"runs", report.tried},
                         {"planned", report.planned},
                         {"larger_pitch", report.with_pitch},
                         {"texture", report.with_texture},
                         {"seed", report.seed}};
        json["check"]["few_blocks_at"] = Json::array();
        for (const Workload& size : report.parts) json["check"]["few_blocks_at"].push_back(n_of(size));
        json["check"]["few_blocks_not_judged_at"] = Json::array();
        for (const Workload& size : report.unjudged_parts)
            json["check"]["few_blocks_not_judged_at"].push_back(n_of(size));
        json["check"]["runs_partly_followed"] = report.partly_followed;
        if (report.left_out) json["check"]["few_blocks_took_too_long_at"] = n_of(*report.left_out);
        if (report.wrong_at) {
            json["check"]["wrong"] = json_of(report.wrong_at->size, report.wrong_at->judged);
            json["check"]["wrong"]["data"] = report.wrong_at->data;
        }
    }
    if (report.is_cpu) json["accesses_watched"] = false;
    if (report.timed)
        json["time"] = {{"n", n_of(report.timed->size)},        {"median_seconds", report.timed->median},
                        {"least_seconds", report.timed->least}, {"most_seconds", report.timed->most},
                        {"runs", report.timed->runs},           {"compiler", report.timed->compiler}};
    json["seconds"] = {
        {"compiler", report.seconds_of_compiler}, {"first_verdict", report.seconds_of_first}, {"all", report.seconds}};
    return json;
}

ExitCode exit_code_of(const TryReport& report) {
    if (!report.errors.empty()) return ExitCode::bad_input;
    if (report.is_stopped) return ExitCode::interrupted;
    return report.first->right() && !report.wrong_at ? ExitCode::ok : ExitCode::failed;
}

} // namespace pairscope::cli
