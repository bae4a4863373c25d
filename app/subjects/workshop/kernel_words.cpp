// SPDX-License-Identifier: MIT
// What is said about the tries of an own kernel.
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace pairscope::app {
namespace {

using workshop::Judged;
using workshop::TryReport;

std::string looked_at(const TryReport& report) {
    if (report.is_cpu)
        return fmt::format("The output is right at {}, and its accesses were not watched.",
                           size_text(report.first_size));
    return fmt::format("The output is right at {}, and no fault was found in {} of {} blocks.",
                       size_text(report.first_size), report.first->reply.blocks_followed, report.first->reply.blocks);
}

/// "reads 8 bytes": the first letter becomes a capital one, and the sentence gets its end.
std::string as_sentence(std::string text) {
    if (text.empty()) return text;
    if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
    if (text.back() != '.') text += '.';
    return text;
}

std::string told_of_fault(const Workload& size, const Judged& judged, bool is_cpu) {
    const std::string judgement = workshop::judgement_of(judged);
    const std::string_view what = judgement == "wrong"    ? "The output is wrong"
                                  : judgement == "faulty" ? "The kernel has a fault"
                                  : is_cpu                ? "The function fails"
                                                          : "The kernel fails";
    const std::string fault = fault_of(judged);
    const bool names_file = fault.find(is_cpu ? ".cpp:" : ".cu:") < fault.find(' ');
    std::string text =
        fmt::format("{} at {}. {}", what, size_text(size), names_file ? fault + "." : as_sentence(fault));
    const std::size_t more = std::max<std::size_t>(judged.reply.findings.size(), 1) - 1;
    if (more > 0)
        text += fmt::format(" There {} {}.", more == 1 ? "is" : "are", counted(std::int64_t(more), "more fault"));
    return text;
}

std::string told_of_check(const TryReport& report) {
    std::string text = fmt::format("It is right in the full check of {} runs at different sizes.", report.tried);
    if (report.with_pitch) text += " Some had a larger pitch.";
    if (report.with_texture) text += " Some wrote into a texture.";
    if (report.left_out)
        text += fmt::format(" This size and larger ones were not looked at, because a few blocks took too long: {}.",
                            size_text(*report.left_out));
    if (!report.unjudged_parts.empty())
        text += fmt::format(" Few blocks ran at {}, and what they wrote there was not judged.",
                            size_text(report.unjudged_parts.front()));
    if (report.partly_followed > 0)
        text += fmt::format(" In {} not all blocks were followed.", counted(report.partly_followed, "run"));
    if (report.is_cpu) text += " Its accesses were not watched.";
    for (const simt::Finding& warning : report.warnings)
        text += fmt::format(" There is a warning at {}:{}: a thread {}.",
                            shown(std::filesystem::path(warning.file).filename()), warning.line, warning.told);
    return text + fmt::format(" In the terminal, --seed {} repeats the random ones.", report.seed);
}

/// The number behind "NAME:" in a sentence of the compiler; 0: there is none.
int line_in(std::string_view sentence, std::string_view name) {
    const std::string begin = std::string(name) + ":";
    const std::size_t at = sentence.find(begin);
    if (at == std::string_view::npos) return 0;
    int line = 0;
    std::from_chars(sentence.data() + at + begin.size(), sentence.data() + sentence.size(), line);
    return std::max(line, 0);
}

void add(std::vector<KernelMark>& marks, int line, const std::string& sentence) {
    if (line <= 0) return;
    const auto found = std::ranges::find(marks, line, &KernelMark::line);
    if (found == marks.end())
        marks.push_back({line, sentence});
    else if (found->sentence.find(sentence) == std::string::npos)
        found->sentence += "\n" + sentence;
}

/// A race names the other place in its sentence.
void add_places_in(std::vector<KernelMark>& marks, std::string_view name, const std::string& sentence) {
    const std::string begin = std::string(name) + ":";
    for (std::size_t at = sentence.find(begin); at != std::string::npos; at = sentence.find(begin, at + 1))
        add(marks, line_in(std::string_view(sentence).substr(at), name), sentence);
}

void add(std::vector<KernelMark>& marks, std::string_view name, const Judged& judged) {
    for (const simt::Finding& finding : judged.reply.findings) {
        const std::string sentence = as_sentence(finding.told);
        if (finding.file.ends_with(name)) add(marks, finding.line, sentence);
        add_places_in(marks, name, sentence);
    }
    if (!judged.reply.findings.empty()) return;
    const std::string sentence = as_sentence(fault_of(judged));
    if (const auto& writer = judged.reply.writer; writer && writer->file.ends_with(name))
        add(marks, writer->line, sentence);
    add_places_in(marks, name, sentence);
}

/// The last parts of a path: "second/mine.cu" are two.
std::filesystem::path last_parts(const std::filesystem::path& path, std::ptrdiff_t count) {
    std::filesystem::path found;
    const std::ptrdiff_t all = std::distance(path.begin(), path.end());
    for (auto part = std::next(path.begin(), std::max<std::ptrdiff_t>(all - count, 0)); part != path.end(); ++part)
        found /= *part;
    return found;
}

} // namespace

std::string name_among(const WorkshopState& shop, const OwnKernel& kernel) {
    const std::ptrdiff_t all = std::distance(kernel.path.begin(), kernel.path.end());
    std::ptrdiff_t count = 1;
    const auto is_another = [&](const OwnKernel& other) {
        return other.path != kernel.path && last_parts(other.path, count) == last_parts(kernel.path, count);
    };
    while (count < all && std::ranges::any_of(shop.kernels, is_another)) ++count;
    return shown(last_parts(kernel.path, count));
}

Told kind_of_told(const OwnKernel& kernel) {
    if (kernel.number == 0) return Told::nothing;
    const TryReport& report = kernel.report;
    if (kernel.was_stopped) return Told::unfinished;
    const bool is_wrong = !kernel.refused.empty() || !report.errors.empty() ||
                          (report.first && !report.first->right()) || report.wrong_at;
    if (is_wrong) return Told::wrong;
    return kernel.stage == TryStage::ended && report.verdict() == "right" ? Told::right : Told::unfinished;
}

bool is_in_progress(const OwnKernel& kernel) {
    return kernel.stage != TryStage::untried && kernel.stage != TryStage::ended;
}

std::string_view judged_in(const OwnKernel& kernel) {
    const std::string verdict = kernel.report.verdict();
    return verdict == "wrong" ? "wrong" : verdict == "faulty" ? "faulty" : "";
}

std::string verdict_of(const OwnKernel& kernel) {
    if (kernel.number == 0) return {};
    if (kernel.was_stopped) return "stopped";
    if (!kernel.refused.empty()) return "not compiled";
    if (kernel.stage == TryStage::waiting || kernel.stage == TryStage::building) return "compiling";
    if (kernel.report.wrong_at) return kernel.report.verdict();
    if (kernel.stage == TryStage::judged || kernel.stage == TryStage::checking) return "right so far";
    return kernel.report.verdict();
}

bool may_be_timed(const OwnKernel& kernel) {
    const TryReport& report = kernel.report;
    return report.errors.empty() && kernel.refused.empty() && report.first && report.first->right() && !report.wrong_at;
}

/// Empty: it is no function for the CPU, or was not timed.
static std::string told_of_time(const TryReport& report) {
    if (!report.timed) return {};
    const auto& [size, median, least, most, runs, compiler] = *report.timed;
    return fmt::format("It takes {} at {}, the median of {} runs on other data each, compiled with {}.",
                       duration_text(median), size_text(size), runs, compiler);
}

/// Empty: it was not compiled for a GPU.
static std::string told_of_gpu(const TryReport& report) {
    if (!report.why_not_on_gpu.empty())
        return fmt::format("The GPU does not time it. {}", as_sentence(report.why_not_on_gpu));
    return report.gpu_compiler.empty() ? "" : fmt::format("For the GPU it was compiled by {}.", report.gpu_compiler);
}

std::string told_of(const OwnKernel& kernel) {
    if (kernel.number == 0) return {};
    if (kernel.was_stopped) return "It was stopped before there was a verdict. Ctrl+Enter tries it again.";
    if (!kernel.refused.empty()) return as_sentence(kernel.refused);
    const TryReport& report = kernel.report;
    if (!report.errors.empty()) return fmt::format("{}", fmt::join(report.errors, "\n"));
    if (!report.first) return "It is being compiled and run.";
    if (!report.first->right()) return told_of_fault(report.first_size, *report.first, report.is_cpu);
    if (report.wrong_at) return told_of_fault(report.wrong_at->size, report.wrong_at->judged, report.is_cpu);
    if (kernel.stage == TryStage::ended && report.verdict() == "right") {
        const std::string of_gpu = report.is_cpu ? told_of_time(report) : told_of_gpu(report);
        return of_gpu.empty() ? told_of_check(report) : fmt::format("{} {}", told_of_check(report), of_gpu);
    }
    if (report.took_too_long)
        return fmt::format("{} The full check took too long: {} of {} runs were right.", looked_at(report),
                           report.tried, report.planned);
    if (kernel.stage == TryStage::ended)
        return fmt::format("{} The full check was stopped after {} of {} runs.", looked_at(report), report.tried,
                           report.planned);
    return looked_at(report) + " The full check is running.";
}

std::vector<KernelMark> marks_of(const OwnKernel& kernel) {
    std::vector<KernelMark> marks;
    if (kernel.number == 0 || kernel.text != kernel.tried_text) return marks;
    const std::string name = kernel.path.filename().string();
    if (!kernel.refused.empty()) add_places_in(marks, name, kernel.refused);
    for (const std::string& error : kernel.report.errors) add(marks, line_in(error, name), error);
    if (kernel.report.first) add(marks, name, *kernel.report.first);
    if (kernel.report.wrong_at) add(marks, name, kernel.report.wrong_at->judged);
    for (const simt::Finding& warning : kernel.report.warnings)
        if (warning.file.ends_with(name)) add(marks, warning.line, "Warning. " + as_sentence(warning.told));
    std::ranges::sort(marks, {}, &KernelMark::line);
    return marks;
}

} // namespace pairscope::app
