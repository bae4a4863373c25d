// SPDX-License-Identifier: MIT
#include "profiling/check_verdict.h"

#include "kernels/data/text.h"

#include <fmt/format.h>

namespace pairscope::profiling {
namespace {

bool is_faulty(const CheckVerdict& verdict) { return verdict.examination && verdict.examination->faults > 0; }

/// "all 64 blocks were examined", "12 of 4 096 blocks were examined at n = 256"
std::string coverage_text(const CheckVerdict& verdict) {
    const Examination& seen = *verdict.examination;
    const std::string text =
        seen.blocks_examined < seen.blocks
            ? fmt::format("{} of {} blocks were examined", grouped(seen.blocks_examined), grouped(seen.blocks))
        : seen.blocks == 1 ? "the one block was examined"
                           : fmt::format("all {} blocks were examined", grouped(seen.blocks));
    // After a run on a GPU the executor takes fewer points than the run had.
    return seen.rows < verdict.comparison.rows ? fmt::format("{} at n = {}", text, grouped(seen.rows)) : text;
}

std::string faults_text(const CheckVerdict& verdict) {
    const Examination& found = *verdict.examination;
    const bool is_one = found.faults == 1;
    std::string text =
        fmt::format("The simulation on the CPU found {} ({})",
                    is_one ? "a fault" : fmt::format("{} faults", grouped(found.faults)), coverage_text(verdict));
    if (verdict.comparison.entries_checked > 0 && verdict.comparison.right() && !verdict.comparison.different_entries)
        text = fmt::format("{}, although the output agrees with the reference", text);
    if (found.findings.empty()) return text;
    return is_one ? fmt::format("{}: {}", text, found.findings.front())
                  : fmt::format("{}. The first: {}", text, found.findings.front());
}

} // namespace

Judgement CheckVerdict::judgement() const {
    if (!comparison.right()) return Judgement::wrong;
    if (is_faulty(*this)) return Judgement::faulty;
    return comparison.different_entries.value_or(0) > 0 ? Judgement::different : Judgement::right;
}

std::string describe_examination(const CheckVerdict& verdict) {
    if (!verdict.not_examined.empty())
        return fmt::format("The simulation on the CPU did not look for faults: {}", verdict.not_examined);
    if (!verdict.examination) return {};
    if (is_faulty(verdict)) return faults_text(verdict);
    return fmt::format("The simulation on the CPU found no fault ({})", coverage_text(verdict));
}

std::string describe(const CheckVerdict& verdict) {
    if (is_faulty(verdict) && verdict.comparison.right()) return faults_text(verdict);
    std::string output = describe(verdict.comparison);
    if (!verdict.writer.empty()) output += fmt::format(". {}", verdict.writer);
    // A fault is the cause, and what it does to the output is the symptom.
    if (is_faulty(verdict)) return fmt::format("{}. The output is wrong, too: {}", faults_text(verdict), output);
    const std::string examined = describe_examination(verdict);
    return examined.empty() || !verdict.right() ? output : fmt::format("{}. {}", output, examined);
}

std::string describe_simulation(const CheckVerdict& verdict) {
    const bool is_wrong = !verdict.comparison.right();
    if (is_wrong && is_faulty(verdict)) return describe(verdict);
    if (is_wrong) return fmt::format("In the simulation on the CPU, {}", describe(verdict));
    if (is_faulty(verdict)) return faults_text(verdict);
    const std::int64_t entries = verdict.comparison.entries_checked;
    if (entries == 0 && verdict.examination)
        return fmt::format("In the simulation on the CPU, no fault was found ({}), and no output was compared",
                           coverage_text(verdict));
    const std::string& sampled = verdict.comparison.sampled;
    const std::string differs = difference_text(verdict.comparison);
    std::string told = !differs.empty() ? fmt::format("In the simulation on the CPU, it gives {}", differs)
                       : sampled.empty()
                           ? fmt::format("In the simulation on the CPU, {} with the reference",
                                         entries == 1 ? "the only checked entry agrees"
                                                      : fmt::format("all {} checked entries agree", grouped(entries)))
                           : fmt::format("In the simulation on the CPU, {}", sampled);
    if (verdict.examination) told = fmt::format("{}, and no fault was found ({})", told, coverage_text(verdict));
    if (const std::string bound = bound_text(verdict.comparison); !bound.empty()) told += ". " + bound;
    if (verdict.examination || verdict.not_examined.empty()) return told;
    return fmt::format("{}. The source was not examined for faults: {}", told, verdict.not_examined);
}

std::string short_text(const CheckVerdict& verdict) {
    if (const std::string differs = difference_text(verdict.comparison); !differs.empty()) return differs;
    if (!verdict.comparison.sampled.empty()) return "right output, as far as a sample shows";
    const std::string output = in_checked_rows("right output", verdict.comparison);
    if (!verdict.not_examined.empty()) return fmt::format("{}, not examined for faults", output);
    if (!verdict.examination) return output;
    return fmt::format("{}, no fault found; {}", output, coverage_text(verdict));
}

} // namespace pairscope::profiling
