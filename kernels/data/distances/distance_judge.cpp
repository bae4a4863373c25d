// SPDX-License-Identifier: MIT
#include "kernels/data/distances/distance_judge.h"

#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope {
namespace {

std::string_view verb_is(std::int64_t count) { return count == 1 ? "is" : "are"; }

class Judge {
public:
    Judge(const SquareView& entries, const SquareFacts& facts, const DistanceReading& reading)
        : entries_(entries), found_(facts.found), facts_(facts), names_(facts.names), lines_(facts.lines),
          reading_(reading) {}

    [[nodiscard]] Verdict verdict() const {
        Verdict verdict = reason();
        const bool names_say_so = names_ == SquareNames::equal || names_ == SquareNames::reordered;
        verdict.must_ask = names_say_so || found_.has_near_zero_diagonal || fits_but_for_few();
        if (verdict.why_not.empty()) {
            verdict.holds_distances = true;
            verdict.note = notes();
        } else if (!verdict.must_ask && !is_told() && (found_.unequal.count > 0 || has_gaps())) {
            verdict.why_not.clear(); // a square table of something else
        }
        return verdict;
    }

private:
    [[nodiscard]] bool has_gaps() const {
        return found_.missing.count > 0 || (found_.one_sided.count > 0 && found_.filled == Triangles::both);
    }
    /// Did a user say that these are distances? Then they are owed a reason.
    [[nodiscard]] bool is_told() const { return reading_.is_told(); }
    /// Nearly all pairs are equal, and nearly all of the diagonal is 0: no table of vectors looks so by chance.
    [[nodiscard]] bool fits_but_for_few() const {
        constexpr std::int64_t pairs_per_odd_one = 20, entries_per_odd_one = 4;
        const std::int64_t side = entries_.side(), gaps = found_.missing.count - found_.missing_on_diagonal;
        const std::int64_t odd_pairs = found_.unequal.count + found_.one_sided.count + gaps;
        const std::int64_t odd_entries = found_.off_zero.count + found_.missing_on_diagonal;
        return found_.scale > 0.0 && found_.negative.count == 0 &&
               odd_pairs * pairs_per_odd_one <= side * (side - 1) / 2 &&
               odd_entries <= std::max<std::int64_t>(1, side / entries_per_odd_one);
    }
    [[nodiscard]] bool is_symmetrised() const { return reading_.symmetrise != Symmetrise::no; }
    /// Is each entry shown as it stands, also one below zero or on the diagonal?
    [[nodiscard]] bool is_kept() const { return reading_.symmetrise == Symmetrise::keep; }
    [[nodiscard]] bool may_miss() const { return reading_.missing == MissingPairs::nan; }
    /// Similarities that were turned into distances need not be equal on the diagonal.
    [[nodiscard]] bool has_any_diagonal() const {
        return reading_.is_chosen || is_kept() || reading_.similarity != Similarity::no;
    }

    [[nodiscard]] Verdict reason() const {
        if (Verdict gaps = reason_of_gaps(); !gaps.why_not.empty()) return gaps;
        if (found_.scale == 0.0 && !(is_kept() && has_diagonal_alone())) return reason_of_zeros();
        if (found_.are_similarities && !is_kept() && reading_.similarity == Similarity::no)
            return {.why_not = fmt::format("its diagonal is {} and no entry is larger, as in a table of similarities",
                                           *found_.diagonal_value),
                    .remedy = Remedy::to_distances};
        if (found_.off_zero.count > 0 && !has_any_diagonal())
            return {.why_not = fmt::format("{}, where the diagonal must be 0", entry(found_.off_zero.first)),
                    .remedy = Remedy::zero_diagonal};
        if (found_.unequal.count > 0 && !is_symmetrised()) return reason_of_asymmetry();
        if (found_.negative.count > 0 && !is_kept())
            return {.why_not = fmt::format("{}, and no distance is negative", entry(found_.negative.first)),
                    .remedy = Remedy::correct};
        const bool names_differ = names_ == SquareNames::reordered || names_ == SquareNames::different;
        if (names_differ && !reading_.is_chosen)
            return {.why_not = names_ == SquareNames::different
                                   ? "its rows and its columns have different names"
                                   : "its rows have the names of its columns in another order",
                    .remedy = Remedy::row_names};
        return {};
    }

    /// Are all entries beside the diagonal 0, and some on it not?
    [[nodiscard]] bool has_diagonal_alone() const { return found_.scale == 0.0 && found_.off_zero.count > 0; }
    [[nodiscard]] Verdict reason_of_zeros() const {
        if (!has_diagonal_alone()) return {.why_not = "all entries are 0", .remedy = Remedy::correct};
        const double first = entries_(0, 0);
        bool are_equal = first > 0.0;
        for (std::int64_t row = 1; row < entries_.side(); ++row) are_equal = are_equal && entries_(row, row) == first;
        if (!are_equal)
            return {.why_not = "all entries beside the diagonal are 0, so it holds no distances",
                    .remedy = Remedy::correct};
        return {.why_not = fmt::format("its diagonal is {} and all other entries are 0, as in a table of similarities",
                                       at({0, 0})),
                .remedy = Remedy::to_distances};
    }

    [[nodiscard]] Verdict reason_of_gaps() const {
        const auto gaps = [&](const EntryGroup& group, Remedy remedy) {
            return Verdict{.why_not = fmt::format("{} {} missing or not finite, {} {}", counted(group.count, "number"),
                                                  verb_is(group.count), group.count == 1 ? "in" : "the first in",
                                                  words_of(group.first)),
                           .remedy = remedy};
        };
        const bool on_diagonal_alone = found_.missing.count == found_.missing_on_diagonal;
        const bool has_told_diagonal = on_diagonal_alone && reading_.is_chosen && found_.has_near_zero_diagonal;
        if (found_.missing.count > 0 && !has_told_diagonal && !may_miss())
            return gaps(found_.missing, on_diagonal_alone ? Remedy::zero_diagonal : Remedy::allow_missing);
        if (found_.one_sided.count > 0 && found_.filled == Triangles::both && !is_symmetrised())
            return gaps(found_.one_sided, Remedy::symmetrise);
        return {};
    }

    [[nodiscard]] Verdict reason_of_asymmetry() const {
        const EntryPlace place = found_.unequal.first;
        std::string why = fmt::format("{}, and the entry in row {}, column {} is {}, so the table is not symmetric",
                                      entry(place), grouped(place.col), grouped(place.row), at({place.col, place.row}));
        if (found_.not_zero != Triangles::both)
            why = fmt::format("{}; all entries {} the diagonal are 0, as in a triangle that --symmetrise max completes",
                              why, found_.not_zero == Triangles::upper ? "below" : "above");
        return {.why_not = std::move(why), .remedy = Remedy::symmetrise};
    }

    [[nodiscard]] std::string notes() const {
        std::vector<std::string> notes;
        if (found_.filled != Triangles::both && !facts_.is_listed)
            notes.push_back(fmt::format("only the {} triangle has numbers, and it was mirrored",
                                        found_.filled == Triangles::upper ? "upper" : "lower"));
        add_pairs(notes);
        add_missing(notes);
        if (const std::int64_t count = found_.rounded_diagonal.count; count > 0 && !is_kept())
            notes.push_back(fmt::format("{} of the diagonal {} not exactly 0 ({} in row {}) and {} shown as 0",
                                        counted_entries(count), verb_is(count), brief(found_.rounded_diagonal.worst),
                                        grouped(found_.rounded_diagonal.worst.row), verb_is(count)));
        if (found_.off_zero.count > 0)
            notes.push_back(fmt::format("{} of the diagonal {} not 0 ({} in row {}) and {} shown {}",
                                        counted_entries(found_.off_zero.count), verb_is(found_.off_zero.count),
                                        at(found_.off_zero.worst), grouped(found_.off_zero.worst.row),
                                        verb_is(found_.off_zero.count),
                                        !is_kept()                   ? "as 0"
                                        : found_.off_zero.count == 1 ? "as it stands"
                                                                     : "as they stand"));
        if (const EntryGroup& group = found_.negative; group.count > 0)
            notes.push_back(fmt::format("{} {} below 0 ({} in row {}, column {}) and {} shown as {}",
                                        counted_entries(group.count), verb_is(group.count), at(group.worst),
                                        grouped(group.worst.row), grouped(group.worst.col), verb_is(group.count),
                                        group.count == 1 ? "it stands" : "they stand"));
        if (const EntryGroup& group = found_.rounded_negative; group.count > 0 && !is_kept())
            notes.push_back(fmt::format("{} {} below 0 by rounding ({} in row {}, column {}) and {} shown as 0",
                                        counted_entries(group.count), verb_is(group.count), brief(group.worst),
                                        grouped(group.worst.row), grouped(group.worst.col), verb_is(group.count)));
        for (const Sentinel& mark : found_.sentinels)
            notes.push_back(fmt::format("{} entries are {}, which may mean that there is no distance, and are used as "
                                        "they stand",
                                        grouped(mark.count), mark.value));
        if (facts_.is_joined)
            notes.emplace_back("its rows were put into the order of its columns, by name");
        else if (names_ == SquareNames::reordered || names_ == SquareNames::different)
            notes.emplace_back("the names of its rows are used, and the names of its columns are ignored");
        if (!facts_.left_out.empty()) notes.emplace_back(facts_.left_out);
        return fmt::format("{}", fmt::join(notes, "; "));
    }

    void add_missing(std::vector<std::string>& notes) const {
        const std::int64_t pairs = (found_.missing.count - found_.missing_on_diagonal) / 2;
        if (!may_miss()) return;
        if (pairs == 0)
            notes.emplace_back("--missing-pairs changes nothing, because no pair is missing");
        else
            notes.push_back(pairs == 1
                                ? std::string("1 pair has no distance, is shown in the colour of missing entries, "
                                              "and is left out of all statistics")
                                : fmt::format("{} have no distance, are shown in the colour of missing entries, "
                                              "and are left out of all statistics",
                                              counted(pairs, "pair")));
    }

    void add_pairs(std::vector<std::string>& notes) const {
        if (is_kept()) return add_kept_pairs(notes);
        const auto apart = [](const EntryGroup& group) {
            return fmt::format("at most by {:.3g} (row {}, column {})", group.largest, grouped(group.worst.row),
                               grouped(group.worst.col));
        };
        const bool is_mean = !is_symmetrised() || reading_.symmetrise == Symmetrise::mean;
        const std::string used =
            is_mean ? "the mean of both"
                    : fmt::format("the {} of the two values", title_in(symmetrise_names, reading_.symmetrise));
        if (const EntryGroup& group = found_.rounded_pairs; group.count > 0)
            notes.push_back(fmt::format("{} of entries {} by rounding, {}, and {} is used",
                                        counted(group.count, "pair"), group.count == 1 ? "differs" : "differ",
                                        apart(group), used));
        if (const EntryGroup& group = found_.near_pairs; group.count > 0)
            notes.push_back(
                fmt::format("{} of entries {}, {} with {}, which is little beside the median entry of {:.3g}, "
                            "and {} is used",
                            counted(group.count, "pair"), group.count == 1 ? "differs" : "differ", apart(group),
                            both_values(group.worst), found_.scale, used));
        if (const EntryGroup& group = found_.unequal; group.count > 0)
            notes.push_back(fmt::format("{} of entries {}, {}, and {} is used", counted(group.count, "pair"),
                                        group.count == 1 ? "differs" : "differ", apart(group), used));
        if (const EntryGroup& group = found_.one_sided; group.count > 0 && found_.filled == Triangles::both)
            notes.push_back(fmt::format("{} {} missing, and the number on the other side of the diagonal is used",
                                        counted_entries(group.count), verb_is(group.count)));
        const bool is_needed =
            found_.rounded_pairs.count + found_.near_pairs.count + found_.unequal.count + found_.one_sided.count > 0;
        if (is_symmetrised() && !is_needed && !facts_.is_listed) // a list says itself what was chosen
            notes.emplace_back("--symmetrise changes nothing, because no pair has two different values");
    }

    void add_kept_pairs(std::vector<std::string>& notes) const {
        const std::int64_t pairs = found_.rounded_pairs.count + found_.near_pairs.count + found_.unequal.count;
        const EntryGroup& group = found_.unequal.count > 0      ? found_.unequal
                                  : found_.near_pairs.count > 0 ? found_.near_pairs
                                                                : found_.rounded_pairs;
        if (pairs > 0)
            notes.push_back(fmt::format("{} of entries {}, at most by {:.3g} (row {}, column {}), and both are shown "
                                        "as they stand",
                                        counted(pairs, "pair"), pairs == 1 ? "differs" : "differ", group.largest,
                                        grouped(group.worst.row), grouped(group.worst.col)));
        if (const EntryGroup& gaps = found_.one_sided; gaps.count > 0 && found_.filled == Triangles::both)
            notes.push_back(fmt::format("{} {} missing and shown so, though the number on the other side of the "
                                        "diagonal is there",
                                        counted_entries(gaps.count), verb_is(gaps.count)));
        if (pairs + found_.one_sided.count == 0)
            notes.emplace_back("--symmetrise keep changes no pair, because none has two different values");
    }

    [[nodiscard]] static std::string counted_entries(std::int64_t count) {
        return fmt::format("{} {}", grouped(count), count == 1 ? "entry" : "entries");
    }
    [[nodiscard]] std::string at(EntryPlace place) const { return number(entries_(place.row, place.col)); }
    [[nodiscard]] std::string brief(EntryPlace place) const {
        return fmt::format("{:.3g}", entries_(place.row, place.col));
    }
    /// "0.947 and 0.946": both values of a pair, with as many digits as tell them from each other.
    [[nodiscard]] std::string both_values(EntryPlace place) const {
        constexpr int fewest_digits = 3, all_digits = 17;
        const double here = entries_(place.row, place.col), there = entries_(place.col, place.row);
        for (int digits = fewest_digits; digits < all_digits; ++digits) {
            const auto text = [&](double value) {
                return digits == fewest_digits ? fmt::format("{:.{}g}", value, digits)
                                               : fmt::format("{:#.{}g}", value, digits);
            };
            const std::string first = text(here), second = text(there);
            if (first != second) return fmt::format("{} and {}", first, second);
        }
        return fmt::format("{} and {}", here, there);
    }
    [[nodiscard]] std::string number(double value) const {
        return entries_.is_float32() ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
    }
    /// "row 1, column 0 (counted from 0, on line 3 of the file)".
    [[nodiscard]] std::string words_of(EntryPlace place) const {
        if (lines_.empty()) return place_in_words(place.row, place.col);
        return fmt::format("row {}, column {} (counted from 0, on line {} of the file)", grouped(place.row),
                           grouped(place.col), grouped(lines_[static_cast<std::size_t>(place.row)]));
    }
    [[nodiscard]] std::string entry(EntryPlace place) const {
        return fmt::format("the entry in {} is {}", words_of(place), at(place));
    }

    const SquareView& entries_;
    const EntryFindings& found_;
    const SquareFacts& facts_;
    SquareNames names_;
    std::span<const std::int64_t> lines_;
    DistanceReading reading_;
};

} // namespace

Verdict verdict_on(const SquareView& entries, const SquareFacts& facts, const DistanceReading& reading) {
    return Judge(entries, facts, reading).verdict();
}

std::string options_for(Remedy remedy) {
    constexpr std::string_view otherwise = "or read its rows as vectors with --as vectors";
    switch (remedy) {
    case Remedy::correct:
        return fmt::format("correct the file, {}", otherwise);
    case Remedy::add_pairs:
        return "add the missing pairs to the file, or show them as missing with --missing-pairs nan";
    case Remedy::allow_missing:
        return fmt::format("correct the file, show these entries as missing with --missing-pairs nan, {}", otherwise);
    case Remedy::to_distances:
        return fmt::format("turn similarities into distances, such as 1 minus each entry with --similarity one_minus "
                           "(largest_minus where some are above 1), show them as they stand with --symmetrise keep, {}",
                           otherwise);
    case Remedy::symmetrise:
        return fmt::format(
            "choose one value for each pair with --symmetrise mean, min or max, keep both with --symmetrise keep, {}",
            otherwise);
    case Remedy::zero_diagonal:
        return fmt::format(
            "add --as matrix, which sets the diagonal to 0, show it as it stands with --symmetrise keep, {}",
            otherwise);
    case Remedy::row_names:
        return fmt::format("correct the names, or add --as matrix, which uses the names of the rows, {}", otherwise);
    case Remedy::say_which:
        return fmt::format("say that it holds distances with --as matrix, {}", otherwise);
    }
    return {};
}

std::string_view words_for(Remedy remedy) {
    switch (remedy) {
    case Remedy::correct:
        return "The file has to be corrected before it can be shown as a distance matrix.";
    case Remedy::add_pairs:
        return "The missing pairs have to be added to the file, or are shown as missing.";
    case Remedy::allow_missing:
        return "The missing entries have to be added to the file, or are shown as missing.";
    case Remedy::to_distances:
        return "Similarities can be turned into distances, for example by 1 minus each entry.";
    case Remedy::symmetrise:
        return "Trees and maps need one value for each pair: choose which, or keep both.";
    case Remedy::zero_diagonal:
        return "As a distance matrix, the table is shown with a diagonal of 0.";
    case Remedy::row_names:
        return "As a distance matrix, the table keeps the names of its rows.";
    case Remedy::say_which:
        return "Each line can be a pair with its distance, or a point.";
    }
    return {};
}

} // namespace pairscope
