// SPDX-License-Identifier: MIT
// Edit distances of RapidFuzz, and warped distances of dtaidistance: make_reference_sequences.py made the table.
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/sequences/sequences.h"
#include "kernels/data/sequences/text_vectors.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "kernels/neighbours/measure.h"
#include "kernels/seriation/pair_distances.h"
#include "tests/kernels/metrics/reference_sequences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The upper triangle of a table, row by row.
struct Triangle {
    std::int64_t rows;
    std::vector<double> values;
    [[nodiscard]] double at(std::int64_t i, std::int64_t j) const {
        if (i == j) return 0.0;
        const std::int64_t row = std::min(i, j), col = std::max(i, j);
        return values[std::size_t(row * rows - row * (row + 1) / 2 + col - row - 1)];
    }
};

std::shared_ptr<const Dataset> texts_of_reference() {
    return std::make_shared<const Dataset>(sequences::vectors_of(reference_words(), "words"));
}

/// Shorter series end with missing numbers, as a table has them.
std::shared_ptr<const Dataset> series_of_reference() {
    const auto series = reference_series();
    std::size_t longest = 0;
    for (const auto& row : series) longest = std::max(longest, row.size());
    Dataset data{.name = "series", .rows = std::ssize(series), .dims = static_cast<std::int64_t>(longest)};
    std::vector<float> values;
    for (const auto& row : series)
        for (std::size_t k = 0; k < longest; ++k) values.push_back(k < row.size() ? static_cast<float>(row[k]) : NAN);
    data.values = std::move(values);
    return std::make_shared<const Dataset>(std::move(data));
}

struct Asked {
    const WorkloadType& type;
    std::shared_ptr<const Dataset> first, second;
    std::vector<double> parameters{};
};

/// expected(row, col) for every entry of every variant; neighbours and trees have the same distances.
template <class Expected> void expect_distances(const Asked& asked, double bound, Expected expected) {
    const auto& [type, first, second, parameters] = asked;
    ASSERT_EQ(first->why_unprepared, "");
    Engine engine{Device{}};
    if (second == first)
        engine.load(*first);
    else
        engine.load(*first, *second);
    engine.set_parameters(parameters);
    int tried = 0;
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != type.id) continue;
        SCOPED_TRACE(variant.id);
        OutputBuffer buffer = engine.allocate({first->rows, second->rows}, variant.entry);
        engine.run(variant, buffer.memory(), {});
        const Comparison found = compare_output(engine, variant, buffer.memory(), first->rows, {});
        EXPECT_TRUE(found.right()) << describe(found);
        std::vector<float> room;
        for (std::int64_t i = 0; i < first->rows; ++i) {
            const std::span<const float> row = floats_of(buffer.memory(), i, 0, second->rows, room);
            for (std::int64_t j = 0; j < second->rows; ++j)
                EXPECT_NEAR(row[std::size_t(j)], expected(i, j), bound * expected(i, j)) << i << ", " << j;
        }
        ++tried;
    }
    EXPECT_GE(tried, 2);
    const OwnDistance own{.pair = type.pair, .of_rows = type.pair_of_rows, .parameters = parameters};
    const neighbours::Measure measure({.first = *first,
                                       .second = second == first ? nullptr : second.get(),
                                       .k = 1,
                                       .metric = type.metric,
                                       .own = own});
    for (std::int64_t i = 0; i < first->rows; ++i)
        for (std::int64_t j = 0; j < second->rows; ++j) {
            if (second == first && i == j) continue;
            EXPECT_NEAR(measure.distance_of_exact(measure.exact_key(i, j)), expected(i, j), bound * expected(i, j));
        }
    if (second != first) return;
    const auto measured = seriation::measure_pairs(*first, {.metric = type.metric, .own = own}, {});
    ASSERT_EQ(std::ssize(measured.rows), first->rows);
    std::size_t pair = 0;
    for (std::int64_t i = 0; i < first->rows; ++i)
        for (std::int64_t j = i + 1; j < first->rows; ++j, ++pair)
            EXPECT_NEAR(measured.distances.values[pair], expected(i, j), bound * expected(i, j));
}

TEST(ReferenceTexts, have_the_edit_distances_of_rapidfuzz_at_every_door) {
    const WorkloadType& type = type_of("edit_distance");
    const Triangle right{std::ssize(reference_words()), reference_edits()};
    const auto set = as_needed_by(type, texts_of_reference());
    expect_distances({.type = type, .first = set, .second = set}, 0.0,
                     [&](std::int64_t i, std::int64_t j) { return right.at(i, j); });
}

TEST(ReferenceTexts, have_them_between_two_sets) {
    const WorkloadType& type = type_of("cross_edit_distance");
    const Triangle right{std::ssize(reference_words()), reference_edits()};
    const TwoSets parts = split(*texts_of_reference(), 7);
    auto first = std::make_shared<const Dataset>(parts.a), second = std::make_shared<const Dataset>(parts.b);
    bring_as_needed_by(type, first, second);
    expect_distances({.type = type, .first = first, .second = second}, 0.0,
                     [&](std::int64_t i, std::int64_t j) { return right.at(i, 7 + j); });
}

TEST(ReferenceSeries, have_the_distances_of_dtaidistance_at_every_door_with_any_band) {
    const WorkloadType& type = type_of("dtw_distance");
    const auto set = as_needed_by(type, series_of_reference());
    EXPECT_THAT(set->note, HasSubstr("7 series end before the last column"));
    const auto all = reference_warps();
    ASSERT_EQ(all.size(), 4u);
    for (const ReferenceWarps& reference : all) {
        SCOPED_TRACE(reference.band);
        const Triangle right{set->rows, reference.distances};
        expect_distances({.type = type, .first = set, .second = set, .parameters = {reference.band}}, 2e-6,
                         [&](std::int64_t i, std::int64_t j) { return right.at(i, j); });
    }
}

TEST(ReferenceSeries, have_them_between_two_sets) {
    const WorkloadType& type = type_of("cross_dtw");
    const TwoSets parts = split(*series_of_reference(), 3);
    auto first = std::make_shared<const Dataset>(parts.a), second = std::make_shared<const Dataset>(parts.b);
    bring_as_needed_by(type, first, second);
    const ReferenceWarps reference = reference_warps().front();
    const Triangle right{first->rows + second->rows, reference.distances};
    expect_distances({.type = type, .first = first, .second = second, .parameters = {reference.band}}, 2e-6,
                     [&](std::int64_t i, std::int64_t j) { return right.at(i, 3 + j); });
}

std::shared_ptr<const Dataset> vectors(std::int64_t dims, std::vector<float> values) {
    Dataset data{.name = "rows", .rows = std::ssize(values) / dims, .dims = dims};
    data.values = std::move(values);
    return std::make_shared<const Dataset>(std::move(data));
}

TEST(Series, with_a_gap_or_without_numbers_have_no_distance) {
    const WorkloadType& type = type_of("dtw_distance");
    const auto set = as_needed_by(type, vectors(3, {1, NAN, 2, NAN, NAN, NAN, 5, 6, NAN}));
    EXPECT_EQ(set->note, "1 series ends before the last column, where its numbers end; 1 series has no number, so its "
                         "distances are NaN");
    const Problem problem = problem_of(inputs_of(*set), LinearMemory{});
    EXPECT_TRUE(std::isnan(type.matrix.reference(problem, 0, 2)));
    EXPECT_TRUE(std::isnan(type.matrix.reference(problem, 1, 2)));
    EXPECT_EQ(type.matrix.reference(problem, 2, 2), 0.0);
}

TEST(Series, far_from_zero_keep_their_digits) {
    const WorkloadType& type = type_of("dtw_distance");
    Dataset data{.name = "far", .rows = 2, .dims = 2, .values = std::vector<float>{0, 0.25f, 0.5f, 0.125f}};
    data.origin = {1e9, 1e9};
    const auto set = as_needed_by(type, std::make_shared<const Dataset>(data));
    const Problem problem = problem_of(inputs_of(*set), LinearMemory{});
    EXPECT_NEAR(type.matrix.reference(problem, 0, 1), std::sqrt(0.5 * 0.5 + 0.125 * 0.125), 1e-7);
}

TEST(Texts, become_codes_and_texts_again) {
    const std::vector<std::string> texts{"a\xc3\xa9", "", "\xf0\x9f\x98\x80z", "\xe6\x97\xa5"};
    const Dataset data = sequences::vectors_of(texts, "texts");
    EXPECT_EQ(data.dims, 2);
    EXPECT_EQ(sequences::texts_of(data), texts);
    EXPECT_EQ(data.labels, texts);
    const Dataset example = sequences::example_texts(0, 40, 9, {});
    EXPECT_EQ(example.dims, 9);
    EXPECT_EQ(example.rows, 40);
    EXPECT_EQ(sequences::texts_of(example), example.labels);
    EXPECT_NE(sequences::example_texts(1, 40, 9, {}).labels, example.labels);
}

TEST(Texts, are_not_made_of_numbers) {
    const WorkloadType& type = type_of("edit_distance");
    EXPECT_TRUE(sequences::takes_texts(type));
    EXPECT_FALSE(sequences::takes_texts(type_of("dtw_distance")));
    EXPECT_EQ(as_needed_by(type, vectors(2, {97, 98, 97, 0}))->why_unprepared, "");
    for (const std::vector<float>& row : {std::vector<float>{0, 97}, {1.5f, 2}, {-1, 2}, {2e9f, 0}, {NAN, 0}}) {
        const auto refused = as_needed_by(type, vectors(2, row));
        EXPECT_THAT(refused->why_unprepared, HasSubstr("its row 0 (counted from 0) is no text")) << row[0];
        EXPECT_TRUE(std::isnan(std::get<std::vector<float>>(refused->values)[0]));
    }
}

Table table_of(std::vector<Column> columns) {
    Table table{.name = "people.csv", .format = "CSV", .columns = std::move(columns), .credit = {}};
    table.rows = table.total_rows =
        std::max(std::ssize(table.columns[0].numbers), static_cast<std::ptrdiff_t>(table.columns[0].texts.size()));
    return table;
}

TEST(Texts, are_read_from_the_first_column_of_texts_or_from_a_chosen_one) {
    const Table table = table_of({{.name = "id", .numbers = {7, 12, 7}, .texts = {}, .is_plain = true},
                                  {.name = "name", .numbers = {}, .texts = Texts({"Ann", "", "Anne"})},
                                  {.name = "town", .numbers = {}, .texts = Texts({"Bonn", "Berne", "Bern"})}});
    const InputRule& rule = type_of("edit_distance").inputs;
    const Dataset first = sequences::load_texts(table, rule, {.most_rows = 9});
    EXPECT_THAT(first.labels, ElementsAre("Ann", "", "Anne"));
    EXPECT_EQ(first.note, "the texts of column 'name' are compared; to compare those of another column, name it with "
                          "--columns; 1 text is empty");
    VectorRequest chosen{.most_rows = 2, .columns = {.names = {"town"}}, .label = "name"};
    const Dataset towns = sequences::load_texts(table, rule, chosen);
    EXPECT_THAT(sequences::texts_of(towns), ElementsAre("Bonn", "Berne"));
    EXPECT_THAT(towns.labels, ElementsAre("Ann", ""));
    EXPECT_THAT(towns.note, HasSubstr("first 2 of 3 rows"));
    chosen.columns.names = {"id"};
    EXPECT_THAT(sequences::texts_of(sequences::load_texts(table, rule, chosen)), ElementsAre("7", "12"));
}

std::string refusal(const Table& table, const VectorRequest& request) {
    try {
        (void)sequences::load_texts(table, type_of("edit_distance").inputs, request);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(Texts, are_refused_where_there_are_none_and_where_they_are_too_long) {
    const Table numbers = table_of({{.name = "x", .numbers = {1, 2}, .texts = {}}});
    EXPECT_THAT(refusal(numbers, {.most_rows = 9}), HasSubstr("all of its columns have numbers; choose the column"));
    const Table table = table_of({{.name = "a", .numbers = {}, .texts = Texts({"x", std::string(4097, 'y')})},
                                  {.name = "b", .numbers = {}, .texts = Texts({"x", "y"})}});
    EXPECT_THAT(refusal(table, {.most_rows = 9}),
                HasSubstr("row 1 (counted from 0) has a text of 4 097 characters, and the longest that are compared "
                          "have 4 096"));
    EXPECT_THAT(refusal(table, {.most_rows = 9, .columns = {.names = {"a", "b"}}}), HasSubstr("choose the one column"));
    EXPECT_THAT(refusal(table, {.most_rows = 9, .columns = {.names = {}, .standardise = true}}),
                HasSubstr("leave standardising out"));
    EXPECT_THAT(refusal(table, {.most_rows = 9, .columns = {.names = {"c"}}}), HasSubstr("'c'"));
}

TEST(Texts, get_one_length_where_two_sets_are_compared) {
    Dataset a = sequences::vectors_of({"ab", "c"}, "a"), b = sequences::vectors_of({"defg"}, "b");
    sequences::bring_to_one_length(a, b);
    EXPECT_EQ(a.dims, 4);
    EXPECT_EQ(b.dims, 4);
    EXPECT_THAT(sequences::texts_of(a), ElementsAre("ab", "c"));
    EXPECT_THAT(sequences::texts_of(b), ElementsAre("defg"));
}

} // namespace
} // namespace pairscope
