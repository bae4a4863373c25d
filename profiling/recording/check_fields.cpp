// SPDX-License-Identifier: MIT
#include "profiling/recording/check_fields.h"

#include "kernels/data/overloaded.h"
#include "profiling/recording/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <variant>

namespace pairscope::profiling {
namespace {

constexpr as::Figure any_figure{-most_figure, most_figure};

/// The shape of an output. A file names its columns only where they are not as many as its rows.
struct OutputRows {
    [[nodiscard]] Json json(const Comparison& check) const { return check.rows; }
    void read(const JsonPlace& place, Comparison& check) const { check.rows = check.cols = place.whole(0, most_whole); }
};
bool has_other_columns(const CheckVerdict& verdict) { return verdict.comparison.cols != verdict.comparison.rows; }

/// The values of an output; those of a matrix are not kept.
struct OutputValues {
    OutputKind kind;
    [[nodiscard]] Json json(const Output& output, RecordingContext& context) const;
    void read(const JsonPlace& place, Output& output, RecordingContext& context) const;
};
OutputValues values_of(const CheckVerdict& verdict) { return {verdict.comparison.kind}; }

/// A field of the comparison that a verdict holds.
constexpr auto compared(auto member) {
    return [member](auto& verdict) -> auto& { return verdict.comparison.*member; };
}

} // namespace

template <>
inline constexpr auto fields<Examination> = std::tuple{
    field("rows", &Examination::rows, as::Whole{}),
    field("blocks", &Examination::blocks, as::Whole{}),
    field("blocks_examined", &Examination::blocks_examined, as::Whole{}),
    field("faults", &Examination::faults, as::Whole{}),
    field("findings", &Examination::findings, as::List{as::Text{}, 1000}),
};

template <>
inline constexpr auto fields<CheckVerdict> = std::tuple{
    field("entries_checked", compared(&Comparison::entries_checked), as::Whole{}),
    field("rows_checked", compared(&Comparison::rows_checked), as::Whole{}),
    field("rows", &CheckVerdict::comparison, OutputRows{}),
    field("wrong_entries", compared(&Comparison::wrong_entries), as::Whole{}),
    field("unwritten_entries", compared(&Comparison::unwritten_entries), as::Whole{}),
    field("guard_damage", compared(&Comparison::guard_damage), as::Whole{}),
    field("worst_error", compared(&Comparison::worst_error), as::Figure{}, may_be_absent),
    field("cols", compared(&Comparison::cols), as::Whole{}, has_other_columns),
    field("different_entries", compared(&Comparison::different_entries), as::Whole{}, unless_empty),
    field("first_different", compared(&Comparison::first_different), as::Text{}, unless_empty),
    field("sampled", compared(&Comparison::sampled), as::Text{}, unless_empty),
    field("examination", &CheckVerdict::examination, as::Object<Examination>{}, unless_empty),
    field("not_examined", &CheckVerdict::not_examined, as::Text{}, unless_empty),
    field("output", compared(&Comparison::kind), as::Word{&output_names}, unless_empty),
    field("output_values", &CheckVerdict::output, values_of, may_be_absent).formerly("answer"),
};

template <>
inline constexpr auto fields<FoundPair> = std::tuple{
    field("first", &FoundPair::first, as::Whole{0, most_vectors}),
    field("second", &FoundPair::second, as::Whole{0, most_vectors}),
    field("value", &FoundPair::value, any_figure, may_be_absent),
};
template <>
inline constexpr auto fields<FoundMatch> = std::tuple{
    field("best", &FoundMatch::best, as::Whole{-1, INT32_MAX}),
    field("second", &FoundMatch::second, as::Whole{-1, INT32_MAX}),
    field("best_value", &FoundMatch::best_value, any_figure, may_be_absent),
    field("second_value", &FoundMatch::second_value, any_figure, may_be_absent),
};

namespace {

/// Only the first few matches and values are written.
template <class Kind, class Value>
Json list_of(const Kind& kind, const std::vector<Value>& values, RecordingContext& context) {
    const auto kept = std::span(values).first(std::min(values.size(), most_matches_kept));
    return as::List{kind, most_matches_kept}.json(std::vector(kept.begin(), kept.end()), context);
}

} // namespace

Json OutputValues::json(const Output& output, RecordingContext& context) const {
    return std::visit(
        Overloaded{[](const std::monostate&) { return Json(); }, [](double scalar) { return any_figure.json(scalar); },
                   [&](const FoundPair& pair) { return as::Object<FoundPair>{}.json(pair, context); },
                   [&](const std::vector<FoundMatch>& all) { return list_of(as::Object<FoundMatch>{}, all, context); },
                   [&](const std::vector<float>& all) { return list_of(any_figure, all, context); }},
        output);
}

void OutputValues::read(const JsonPlace& place, Output& output, RecordingContext& context) const {
    constexpr float missing = std::numeric_limits<float>::quiet_NaN();
    switch (kind) {
    case OutputKind::matrix:
        break;
    case OutputKind::scalar:
        output = place.number(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
        break;
    case OutputKind::pair: {
        FoundPair pair{.value = missing};
        read_fields(place, fields<FoundPair>, pair, context);
        output = pair;
        break;
    }
    case OutputKind::matches: {
        std::vector<FoundMatch> found;
        for (const JsonPlace& at : place.items(most_matches_kept))
            read_fields(at, fields<FoundMatch>,
                        found.emplace_back(FoundMatch{.best_value = missing, .second_value = missing}), context);
        output = std::move(found);
        break;
    }
    case OutputKind::values:
        as::List{any_figure, most_matches_kept}.read(place, output.emplace<std::vector<float>>(), context);
        break;
    }
}

Json CheckKind::json(const CheckVerdict& verdict, RecordingContext& context) const {
    return as::Object<CheckVerdict>{}.json(verdict, context);
}

void CheckKind::read(const JsonPlace& place, CheckVerdict& verdict, RecordingContext& context) const {
    read_fields(place, fields<CheckVerdict>, verdict, context);
    const Comparison& check = verdict.comparison;
    if (!ran) return;
    if (check.right() && check.entries_checked == 0) place.at("entries_checked").refuse("a number above 0");
    if (check.kind == OutputKind::matrix && check.rows_checked > check.rows)
        place.at("rows_checked").refuse(fmt::format("at most the number of its rows, {},", check.rows));
}

} // namespace pairscope::profiling
