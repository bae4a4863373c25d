// SPDX-License-Identifier: MIT
#include "kernels/ladder/compare.h"

#include "kernels/data/text.h"
#include "kernels/ladder/entry_pattern.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace pairscope {
namespace {

/// At most `count` of the values, at equal steps.
std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& values, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(values.size());
    if (size <= count) return values;
    std::vector<std::int64_t> kept;
    for (std::int64_t i = 0; i < count; ++i) kept.push_back(values[static_cast<std::size_t>(i * size / count)]);
    return kept;
}

/// The rows on both sides of the edges between tiles, where kernels go wrong.
std::vector<std::int64_t> rows_beside_tile_edges(std::int64_t rows) {
    constexpr std::int64_t tile = 128;
    std::vector<std::int64_t> found;
    for (std::int64_t edge = tile; edge < rows; edge += tile) {
        found.push_back(edge - 1);
        found.push_back(edge);
    }
    return found;
}

/// "2.0e-6": as a user writes it.
std::string error_text(double error) {
    std::string text = fmt::format("{:.1e}", error);
    const std::size_t sign = text.find_first_of("+-", 1);
    if (sign == std::string::npos) return text; // infinite, or no number
    std::size_t digits = sign + 1;
    while (digits + 1 < text.size() && text[digits] == '0') ++digits;
    return text.substr(0, text[sign] == '-' ? sign + 1 : sign) + text.substr(digits);
}

/// Adds "(relative error 2.0e-6, tolerance 1.0e-6)", except where a relative error means nothing.
std::string with_errors(const std::string& text, const Comparison& comparison) {
    const double error = std::abs(comparison.found - comparison.expected) / std::abs(comparison.expected);
    if (!std::isfinite(error)) return text;
    std::vector<std::string> errors{fmt::format("relative error {}", error_text(error))};
    if (comparison.tolerance > 0.0) {
        errors.push_back(fmt::format("tolerance {}", error_text(comparison.tolerance)));
        if (comparison.of_norms > 0.0)
            errors.push_back(fmt::format("plus {} of |x|^2 + |y|^2 in the square", error_text(comparison.of_norms)));
    }
    return fmt::format("{} ({})", text, fmt::join(errors, ", "));
}

std::string pattern_text(const Comparison& comparison, const EntrySample& sample, std::int64_t count) {
    return pattern_of({.sample = sample.entries(),
                       .count = count,
                       .looked_at = comparison.entries_checked,
                       .shape = {comparison.rows, comparison.cols}});
}

/// "2 of 4 225 entries are wrong, all of them in row 3"; `are_wrong` is what one entry is and several are.
std::string count_text(const Comparison& comparison, const EntrySample& sample, std::int64_t count,
                       std::string_view is_wrong, std::string_view are_wrong) {
    const std::string checked = grouped(comparison.entries_checked);
    const std::string_view parts = parts_of(comparison.kind, comparison.entries_checked);
    if (comparison.entries_checked == 1) return fmt::format("the {} {}", parts, is_wrong);
    if (count == 1) return fmt::format("1 of {} {} {}", checked, parts, is_wrong);
    if (count == comparison.entries_checked) return fmt::format("all {} {} {}", checked, parts, are_wrong);
    const std::string pattern = pattern_text(comparison, sample, count);
    return fmt::format("{} of {} {} {}{}{}", grouped(count), checked, parts, are_wrong, pattern.empty() ? "" : ", ",
                       pattern);
}

std::string wrong_text(const Comparison& comparison) {
    const std::string count =
        count_text(comparison, comparison.wrong, comparison.wrong_entries, "is wrong", "are wrong");
    if (comparison.kind != OutputKind::matrix)
        return comparison.entries_checked == 1 ? comparison.first_wrong
                                               : fmt::format("{}; {}", comparison.first_wrong, count);
    if (comparison.row < 0) return count; // a recording may not say which
    const float found = std::isnan(comparison.found) ? std::abs(comparison.found) : comparison.found; // no "-nan"
    const std::string entry = fmt::format("the entry in row {}, column {} is {:.9g} but should be {:.9g}",
                                          comparison.row, comparison.col, found, comparison.expected);
    return fmt::format("{}; {}", with_errors(entry, comparison), count);
}

std::string unwritten_text(const Comparison& comparison) {
    const std::int64_t count = comparison.unwritten_entries;
    const std::string told =
        count_text(comparison, comparison.unwritten, count, "was never written", "were never written");
    const std::vector<MatrixEntry> known = comparison.unwritten.entries();
    if (known.empty() || count == comparison.entries_checked) return told;
    const bool are_all_known = std::ssize(known) == count; // else they are a sample, which may lack the first one
    return fmt::format("{}: {} row {}, column {}", told,
                       count == 1      ? "in"
                       : are_all_known ? "the first is in"
                                       : "one of them is in",
                       known.front().row, known.front().col);
}

std::string guard_text(const Comparison& comparison) {
    const std::int64_t nearest = comparison.guard_nearest, count = comparison.guard_damage;
    if (comparison.kind != OutputKind::matrix)
        return count == 1 ? "1 word of 4 bytes outside the output was overwritten"
                          : fmt::format("{} words of 4 bytes outside the output were overwritten", grouped(count));
    const std::string told = count == 1 ? "1 entry outside the matrix was overwritten"
                                        : fmt::format("{} entries outside the matrix were overwritten", grouped(count));
    if (nearest == 0) return told;
    const std::int64_t distance = std::abs(nearest);
    return fmt::format("{}, {}{} {} {}", told, count == 1 ? "" : "the nearest of them ", grouped(distance),
                       distance == 1 ? "entry" : "entries",
                       nearest > 0 ? "after the last entry of the matrix" : "before its first entry");
}

/// "approximate output: 37 of 16 384 rows differ, none of them by more than the variant's bound; match 3 is row 7 ..."
std::string difference_sentence(const Comparison& comparison) {
    const std::int64_t count = *comparison.different_entries;
    const std::string told = difference_text(comparison);
    if (count == 0) return fmt::format("{}, worst error {:.2g}", told, comparison.worst_error);
    return fmt::format("{}, {} the bound that this variant states{}{}", told,
                       count == 1 ? "but within" : "but all of them within",
                       comparison.first_different.empty() ? "" : "; ", comparison.first_different);
}

} // namespace

std::string_view parts_of(OutputKind kind, std::int64_t count) {
    switch (kind) {
    case OutputKind::matrix:
        return count == 1 ? "entry" : "entries";
    case OutputKind::scalar:
        return count == 1 ? "number" : "numbers";
    case OutputKind::pair:
        return count == 1 ? "pair" : "pairs";
    case OutputKind::matches:
        return count == 1 ? "match" : "matches";
    case OutputKind::values:
        return count == 1 ? "value" : "values";
    }
    return {};
}

std::string in_words(const Output& output) {
    if (const auto* scalar = std::get_if<double>(&output)) return fmt::format("{:.9g}", *scalar);
    if (const auto* pair = std::get_if<FoundPair>(&output))
        return fmt::format("rows {} and {}, {:.9g}", pair->first, pair->second, pair->value);
    if (const auto* values = std::get_if<std::vector<float>>(&output))
        return values->empty() ? std::string() : fmt::format("row 0 has {:.9g}", values->front());
    const auto* matches = std::get_if<std::vector<FoundMatch>>(&output);
    if (matches == nullptr || matches->empty()) return {};
    const FoundMatch& first = matches->front();
    const std::string text = fmt::format("row 0 matches row {} ({:.6g})", first.best, first.best_value);
    if (first.second < 0) return text;
    return fmt::format("{}, then row {} ({:.6g})", text, first.second, first.second_value);
}

bool is_poison(const LinearMemory& memory, std::int64_t index) {
    if (memory.entry == Entry::float16) return memory.halves()[index] == half_poison_bits;
    return std::bit_cast<std::uint32_t>(memory.data[index]) == poison_bits;
}

GuardDamage damage_of(const LinearMemory& leading, const LinearMemory& trailing, std::int64_t entries) {
    GuardDamage damage;
    for (std::int64_t distance = entries; distance > 0; --distance)
        for (const std::int64_t place : {-distance, distance}) {
            const bool whole = place < 0 ? is_poison(leading, entries + place) : is_poison(trailing, place - 1);
            if (whole) continue;
            ++damage.count;
            damage.nearest = place;
        }
    return damage;
}

std::string bound_text(const Comparison& comparison) {
    if (!(comparison.of_norms > 0.0)) return {};
    return fmt::format("The check used the bound of the expanded form: a relative error of {}, and an error of another "
                       "{} of |x|^2 + |y|^2 in the square of the distance",
                       error_text(comparison.tolerance), error_text(comparison.of_norms));
}

std::string difference_text(const Comparison& comparison) {
    if (!comparison.different_entries) return {};
    const std::int64_t count = *comparison.different_entries, checked = comparison.entries_checked;
    const bool by_rows = comparison.kind == OutputKind::matches || comparison.kind == OutputKind::values;
    if (checked == 1)
        return fmt::format("approximate output: the {} {}", by_rows ? "row" : parts_of(comparison.kind, 1),
                           count == 0 ? "does not differ" : "differs");
    return fmt::format("approximate output: {} of {} {} {}", count == 0 ? "none" : grouped(count), grouped(checked),
                       by_rows ? "rows" : parts_of(comparison.kind, checked), count > 1 ? "differ" : "differs");
}

std::string in_checked_rows(const std::string& what, const Comparison& comparison) {
    if (comparison.rows_checked <= 0 || comparison.rows_checked >= comparison.rows) return what;
    return fmt::format("{} in {} of {} rows", what, grouped(comparison.rows_checked), grouped(comparison.rows));
}

void add(Comparison& total, const Comparison& part) {
    const bool earlier = part.wrong_entries > 0 && (total.wrong_entries == 0 || part.row < total.row);
    if (earlier) {
        total.row = part.row;
        total.col = part.col;
        total.found = part.found;
        total.expected = part.expected;
    }
    total.entries_checked += part.entries_checked;
    total.rows_checked += part.rows_checked;
    total.wrong_entries += part.wrong_entries;
    total.unwritten_entries += part.unwritten_entries;
    if (part.different_entries) {
        if (total.first_different.empty()) total.first_different = part.first_different;
        total.different_entries = total.different_entries.value_or(0) + *part.different_entries;
    }
    total.guard_damage += part.guard_damage;
    total.tolerance = std::max(total.tolerance, part.tolerance);
    total.of_norms = std::max(total.of_norms, part.of_norms);
    total.wrong.add(part.wrong);
    total.unwritten.add(part.unwritten);
    total.different.add(part.different);
    total.worst_error = std::max(total.worst_error, part.worst_error);
}

std::string describe(const Comparison& comparison) {
    if (comparison.right()) {
        if (!comparison.sampled.empty()) return comparison.sampled;
        if (comparison.different_entries) return difference_sentence(comparison);
        const std::string bound = bound_text(comparison);
        const std::string checked = in_checked_rows(fmt::format("{} {}", grouped(comparison.entries_checked),
                                                                parts_of(comparison.kind, comparison.entries_checked)),
                                                    comparison);
        return fmt::format("{} {} with the double-precision reference, worst relative error {:.2g}{}{}", checked,
                           comparison.entries_checked == 1 ? "agrees" : "agree", comparison.worst_error,
                           bound.empty() ? "" : ". ", bound);
    }
    std::vector<std::string> parts;
    if (comparison.wrong_entries > 0) parts.push_back(wrong_text(comparison));
    if (comparison.unwritten_entries > 0) parts.push_back(unwritten_text(comparison));
    if (comparison.guard_damage > 0) parts.push_back(guard_text(comparison));
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::int64_t> rows_to_check(std::int64_t rows, std::int64_t limit) {
    std::set<std::int64_t> chosen;
    if (rows <= limit) {
        for (std::int64_t row = 0; row < rows; ++row) chosen.insert(chosen.end(), row);
        return {chosen.begin(), chosen.end()};
    }
    if (limit >= 1) chosen.insert(0);
    if (limit >= 2) chosen.insert(rows - 1);
    for (const std::int64_t row : thinned(rows_beside_tile_edges(rows), (limit - 2) / 2)) chosen.insert(row);
    const std::int64_t left = limit - static_cast<std::int64_t>(chosen.size());
    for (std::int64_t i = 0; i < left; ++i) chosen.insert(i * rows / left);
    return {chosen.begin(), chosen.end()};
}

} // namespace pairscope
