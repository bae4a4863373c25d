// SPDX-License-Identifier: MIT
#include "app/cli/reports/check_notes.h"

#include "app/chart/number_text.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace pairscope::cli {
namespace {

using profiling::CheckVerdict;

/// In the order of the rows.
using VariantNames = std::vector<std::string>;

void add_once(VariantNames& names, const CheckRow& row) {
    const std::string name(short_name(row.variant));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

bool is_right_row(const CheckRow& row) { return row.verdict && row.verdict->right(); }
bool is_different_row(const CheckRow& row) {
    return row.verdict && row.verdict->judgement() == profiling::Judgement::different;
}
bool has_examined_blocks(const CheckRow& row) { return is_right_row(row) && row.verdict->examination.has_value(); }
bool has_bound_of_norms(const CheckRow& row) { return is_right_row(row) && row.verdict->comparison.of_norms > 0.0; }

/// "no fault in all 33 blocks", "no fault in 12 of 33 blocks at n = 256"
std::string examined_text(const CheckVerdict& verdict) {
    const profiling::Examination& seen = *verdict.examination;
    std::string blocks = seen.blocks == 1 ? "the one block" : fmt::format("all {} blocks", app::grouped(seen.blocks));
    if (seen.blocks_examined < seen.blocks)
        blocks = fmt::format("{} of {} blocks", app::grouped(seen.blocks_examined), app::grouped(seen.blocks));
    // After a run on a GPU the executor takes fewer points than the run had.
    if (seen.rows < verdict.comparison.rows)
        return fmt::format("no fault in {} at n = {}", blocks, app::grouped(seen.rows));
    return fmt::format("no fault in {}", blocks);
}

/// "60 matches agree: row 0 matches row 7 (1.25)"
std::string agreement_text(const CheckVerdict& verdict) {
    const std::int64_t entries = verdict.comparison.entries_checked;
    const std::string told = in_words(verdict.output);
    if (const std::string differs = difference_text(verdict.comparison); !differs.empty()) return differs;
    if (!verdict.comparison.sampled.empty()) return fmt::format("agrees with a sample: {}", told);
    return fmt::format("{} {} {}{}{}", app::grouped(entries), parts_of(verdict.comparison.kind, entries),
                       entries == 1 ? "agrees" : "agree", told.empty() ? "" : ": ", told);
}

std::vector<std::string> not_examined_notes(const std::vector<CheckRow>& rows) {
    std::map<std::string, VariantNames> variants_by_reason;
    for (const CheckRow& row : rows)
        if (is_right_row(row) && !row.verdict->not_examined.empty())
            add_once(variants_by_reason[row.verdict->not_examined], row);
    std::vector<std::string> notes;
    for (const auto& [reason, variants] : variants_by_reason)
        notes.push_back(fmt::format("The simulation on the CPU did not look for faults in {}: {}.",
                                    fmt::join(variants, ", "), reason));
    return notes;
}

std::vector<std::string> sample_notes(const std::vector<CheckRow>& rows) {
    std::map<std::string, VariantNames> variants_by_sample;
    for (const CheckRow& row : rows)
        if (is_right_row(row) && !row.verdict->comparison.sampled.empty())
            add_once(variants_by_sample[row.verdict->comparison.sampled], row);
    std::vector<std::string> notes;
    for (const auto& [sampled, variants] : variants_by_sample)
        notes.push_back(fmt::format("In the check of {}, {}.", fmt::join(variants, ", "), sampled));
    return notes;
}

/// An entry that only the bound of the norms makes right has no relative error: see Rule::relative_error of a workload.
std::string norms_note(const std::vector<CheckRow>& rows) {
    VariantNames variants;
    double relative = 0.0, of_norms = 0.0;
    for (const CheckRow& row : rows) {
        if (!has_bound_of_norms(row)) continue;
        add_once(variants, row);
        relative = std::max(relative, row.verdict->comparison.tolerance);
        of_norms = std::max(of_norms, row.verdict->comparison.of_norms);
    }
    if (variants.empty()) return {};
    return fmt::format("The worst error of {} is that of the entries whose relative error is at most {:.1e}. Other "
                       "entries are right because their square is off by at most another {:.1e} of |x|^2 + |y|^2. They "
                       "are left out of the worst error, so 0 does not mean that the whole output is exact.",
                       fmt::join(variants, ", "), relative, of_norms);
}

/// What "right" means, and of which entries.
std::string right_note(const std::vector<CheckRow>& rows) {
    const auto is_right = [](const CheckRow& row) { return is_right_row(row) && !is_different_row(row); };
    if (std::ranges::none_of(rows, is_right)) return {};
    std::string note = "\"Right\" means that every entry that was compared agrees with the double-precision reference.";
    const auto has_few_blocks = [&](const CheckRow& row) { return is_right(row) && row.data == "few blocks"; };
    const auto found = std::ranges::find_if(rows, has_few_blocks);
    if (found == rows.end()) return note;
    note += found->verdict->comparison.kind == OutputKind::matrix
                ? " In rows with the data \"few blocks\", only entries that four blocks write were compared."
                : " In rows with the data \"few blocks\", no output was compared: four blocks were simulated without "
                  "a fault.";
    return note;
}

/// The words of the column "data" that are not plain.
std::string exact_note(const std::vector<CheckRow>& rows) {
    const auto is_exact = [](const CheckRow& row) {
        return row.data == title_of(ExactKind::whole_numbers) || row.data == title_of(ExactKind::needles);
    };
    if (std::ranges::none_of(rows, is_exact)) return {};
    return "The data \"whole numbers\" and \"needles\" have sums that are exact in float32. Vectors of needles differ "
           "in only one or a few coordinates.";
}

} // namespace

std::string finding_text(const CheckRow& row) {
    if (!is_right_row(row)) return row.told;
    if (row.verdict->examination && !row.verdict->comparison.different_entries) return examined_text(*row.verdict);
    const std::string agreement = agreement_text(*row.verdict);
    return row.verdict->not_examined.empty() ? agreement : fmt::format("{}; not examined", agreement);
}

std::vector<std::string> notes_on(const std::vector<CheckRow>& rows) {
    std::vector<std::string> notes;
    if (std::string note = right_note(rows); !note.empty()) notes.push_back(std::move(note));
    if (std::string note = exact_note(rows); !note.empty()) notes.push_back(std::move(note));
    if (std::ranges::any_of(rows, is_different_row))
        notes.emplace_back(
            "\"Different\" means that the output is approximate on purpose, because the variant computes with less "
            "precision. Every difference is within the bound that the variant states.");
    const auto was_simulated = [](const CheckRow& row) {
        return row.simulated && row.result != name_of(profiling::Outcome::skipped);
    };
    if (std::ranges::any_of(rows, was_simulated))
        notes.emplace_back("CUDA variants on the device cpu were simulated: the CPU executed their source.");
    if (std::ranges::any_of(rows, has_examined_blocks))
        notes.emplace_back("\"No fault\" means that the simulation on the CPU examined these blocks and found no fault "
                           "in the source.");
    std::ranges::move(not_examined_notes(rows), std::back_inserter(notes));
    std::ranges::move(sample_notes(rows), std::back_inserter(notes));
    if (std::string note = norms_note(rows); !note.empty()) notes.push_back(std::move(note));
    return notes;
}

std::string interruption_text(const std::vector<std::string>& not_made, std::size_t all) {
    std::vector<std::pair<std::string, std::int64_t>> counts; // in the order of the checks
    for (const std::string& id : not_made) {
        const std::string name(short_name(id));
        const auto found = std::ranges::find(counts, name, &std::pair<std::string, std::int64_t>::first);
        if (found == counts.end())
            counts.emplace_back(name, 1);
        else
            ++found->second;
    }
    if (counts.empty()) return "Interrupted after the last check.";
    std::vector<std::string> parts;
    for (const auto& [name, count] : counts) parts.push_back(fmt::format("{} of {}", app::grouped(count), name));
    const std::string last = parts.back();
    parts.pop_back();
    return fmt::format("Interrupted: {} of {} checks were not made, {}{}{}.", app::grouped(std::ssize(not_made)),
                       app::grouped(static_cast<std::int64_t>(all)), fmt::join(parts, ", "),
                       parts.empty() ? "" : " and ", last);
}

} // namespace pairscope::cli
