// SPDX-License-Identifier: MIT
#include "app/chart/fractions.h"

#include "app/chart/number_text.h"
#include "kernels/data/text.h"
#include "profiling/input_words.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;

/// What the device did while such a ceiling of memory was measured.
std::string_view deed_of(CeilingKind memory) {
    using enum CeilingKind;
    if (memory == copy) return "copied memory";
    const bool writes = memory == fill || memory == streaming_fill || memory == plain_fill || memory == surface_fill;
    return writes ? "wrote memory" : "read memory";
}

/// "5.52 GFLOP", "3.14 Gop": the rate's words without "/s".
std::string amount_text(const profiling::UsefulRate& rate) {
    const std::string text = rate_text(rate.unit, rate.amount);
    return text.substr(0, text.rfind('/'));
}

} // namespace

std::string useful_fraction_meaning(std::optional<CeilingKind> limiting, const WorkloadType& type) {
    if (!limiting)
        return "The useful fraction is the shortest time that the limiting ceiling allows for the work of the "
               "workload, divided by the measured time. A ceiling is the highest rate that was measured on the device "
               "while it did one thing only, such as writing memory.";
    const std::string_view title = title_of(*limiting);
    if (profiling::arithmetic_of(*limiting))
        return fmt::format(
            "The useful fraction is the arithmetic that the workload requires, divided by the time, as a "
            "fraction of the {0} ceiling. The {0} ceiling is the highest rate that was measured for "
            "this kind of arithmetic without reading or writing memory.",
            title);
    return fmt::format(
        "The useful fraction is the minimum traffic ({1} read once, {2} written once) "
        "divided by the time, as a fraction of the {0} ceiling. The {0} ceiling is the highest bandwidth "
        "at which the device {3} without computing anything.",
        title, profiling::inputs_in_words(type), *limiting == CeilingKind::fill ? "every entry" : "the output",
        deed_of(*limiting));
}

std::string bandwidth_used_meaning(CeilingKind memory) {
    return fmt::format("The bandwidth used is the DRAM traffic that the counters measured, divided by the time, as a "
                       "fraction of the {} ceiling. The difference from the useful fraction is traffic that the kernel "
                       "wastes.",
                       title_of(memory));
}

std::string counted_work_sentence(const KernelVariant* variant) {
    if (variant == nullptr) return {};
    if (variant->does_less)
        return "This variant leaves out work that the workload counts, or computes with narrower numbers, so no "
               "ceiling of arithmetic limits it.";
    const WorkForm* const form = form_of(variant);
    if (form == nullptr) return {};
    if (form->share == 1.0)
        return fmt::format("The work of this variant is counted by the form in which it computes: {}.", form->words);
    return fmt::format("The work of this variant is counted by the form in which it computes: {}. It can use 1/{:.3g} "
                       "of the rate of a ceiling of arithmetic.",
                       form->words, 1.0 / form->share);
}

std::string ceiling_in_words(const profiling::Limit& limit) {
    const std::string_view title = title_of(limit.ceiling->kind);
    return limit.share == 1.0 ? fmt::format("the {} ceiling", title)
                              : fmt::format("1/{:.3g} of the {} ceiling", 1.0 / limit.share, title);
}

std::string ceiling_text(const profiling::Ceiling& ceiling, std::string_view where) {
    if (ceiling.how.starts_with("not measured")) // it was derived from another one
        return fmt::format("{} ceiling {}: {}, {}", title_of(ceiling.kind),
                           rate_text(unit_of(ceiling.kind), ceiling.value), ceiling.how, where);
    return fmt::format("{} ceiling {}: timer, {}, median of {}, {}", title_of(ceiling.kind),
                       rate_text(unit_of(ceiling.kind), ceiling.value), ceiling.how, counted(ceiling.samples, "run"),
                       where);
}

std::string useful_rate_text(const profiling::UsefulRate& rate) {
    return fmt::format("{} of {}", rate_text(rate.unit, rate.value),
                       rate.unit == "B/s" ? "minimum traffic" : "useful work");
}

std::string useful_rate_meaning(const profiling::UsefulRate& rate, const WorkloadType& type) {
    if (rate.unit == "B/s")
        return fmt::format("This rate is the traffic that no kernel can avoid, divided by the median time. The traffic "
                           "is {}: {} are read once and the output is written once.",
                           bytes_text(rate.amount), profiling::inputs_in_words(type));
    return fmt::format("This rate is the work that the workload requires ({}), divided by the median time.",
                       amount_text(rate));
}

} // namespace pairscope::app
