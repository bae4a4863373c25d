// SPDX-License-Identifier: MIT
// A workload with a metric that the program does not know: each list, count, order and view is of that metric.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_table.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/engine.h"
#include "kernels/matrix/unstored/blocks.h"
#include "kernels/neighbours/row_neighbours.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Dataset codes(std::vector<std::uint8_t> values, std::int64_t dims) {
    Dataset set{.name = "codes", .rows = std::ssize(values) / dims, .dims = dims};
    set.values = std::move(values);
    return set;
}
Dataset random_codes(std::int64_t rows, std::int64_t dims) {
    Pcg32 random(5);
    std::vector<std::uint8_t> values;
    for (std::int64_t i = 0; i < rows * dims; ++i) values.push_back(std::uint8_t(random.next() >> 27));
    return codes(std::move(values), dims);
}
int bits_between(const Dataset& set, std::int64_t a, std::int64_t b) {
    const auto& bytes = std::get<std::vector<std::uint8_t>>(set.values);
    int bits = 0;
    for (std::int64_t k = 0; k < set.dims; ++k)
        bits += std::popcount(unsigned(bytes[std::size_t(a * set.dims + k)] ^ bytes[std::size_t(b * set.dims + k)]));
    return bits;
}
app::Question question_about(Dataset set, double weight) {
    app::Question question;
    question.workload = type_of("differing_bits").id;
    question.first = std::make_shared<const Dataset>(std::move(set));
    question.parameters = {weight};
    return question;
}

TEST(OwnMetric, is_taken_from_the_reference_of_the_check) {
    const WorkloadType& type = type_of("differing_bits");
    EXPECT_EQ(type.metric, Metric::own);
    EXPECT_EQ(type.pair, type.matrix.reference);
    EXPECT_EQ(why_no_distances(type), "");
    EXPECT_THAT(why_no_distances(type_of("byte_matches")), HasSubstr("says neither by which metric"));
}

TEST(OwnMetric, decides_neighbours_and_the_radius_with_the_parameters_of_the_question) {
    const app::Question few = question_about(codes({0, 0, 127, 0, 128, 0}, 2), 2.0);
    const auto nearest = app::find_neighbours(few, {.revision = 0, .k = 2}, Device{}, {});
    EXPECT_THAT(nearest->table.neighbours_of(0), ElementsAre(2, 1)) << "1 bit, and 7 bits";
    EXPECT_THAT(nearest->table.distances_of(0), ElementsAre(2.0, 14.0));
    const app::Question question = question_about(random_codes(60, 5), 0.5);
    const Dataset& set = *question.first;
    const auto found = app::find_neighbours(question, {.revision = 0, .k = 7}, Device{}, {});
    std::int64_t closer = 0, at_radius = 0;
    for (std::int64_t row = 0; row < set.rows; ++row) {
        std::vector<std::pair<int, std::int32_t>> all;
        for (std::int64_t col = 0; col < set.rows; ++col)
            if (col != row) all.emplace_back(bits_between(set, row, col), std::int32_t(col));
        std::ranges::sort(all);
        const auto alone = neighbours::neighbours_of_row(app::neighbour_question(question, 7), row, true);
        for (std::size_t i = 0; i < 7; ++i) {
            EXPECT_EQ(found->table.neighbours_of(row)[i], all[i].second);
            EXPECT_EQ(found->table.distances_of(row)[i], 0.5 * all[i].first);
            EXPECT_EQ(alone.nearest[i].row, all[i].second);
        }
        for (const auto& [bits, col] : all) {
            closer += bits < 8 ? 1 : 0;
            at_radius += bits == 8 ? 1 : 0;
        }
    }
    EXPECT_EQ(neighbours::count_closer_pairs(app::neighbour_question(question, 1), 4.0, {}),
              (neighbours::CloserPairs{.closer = closer / 2, .at_radius = at_radius / 2, .all = 60 * 59 / 2}));
}

TEST(OwnMetric, decides_every_order_by_distances) {
    const app::Question question = question_about(random_codes(40, 6), 1.0);
    const Dataset& set = *question.first;
    const auto ordered = [&](app::OrderKind kind) {
        return app::make_order({.key = {.choice = {.kind = kind, .row = 3},
                                        .first = question.first,
                                        .second = {},
                                        .axes = {},
                                        .by = {.metric = Metric::own, .own = app::own_distance(question)}}})
            ->rows;
    };
    const Permutation from_row = ordered(app::OrderKind::by_distance);
    ASSERT_EQ(from_row.front(), 3);
    for (std::size_t i = 1; i < from_row.size(); ++i)
        EXPECT_LE(bits_between(set, 3, from_row[i - 1]), bits_between(set, 3, from_row[i]));
    const Permutation tree = ordered(app::OrderKind::spanning_tree);
    for (std::size_t i = 1; i < tree.size(); ++i) {
        const auto to_tree = [&](std::int32_t row) {
            int nearest = 1000;
            for (std::size_t k = 0; k < i; ++k) nearest = std::min(nearest, bits_between(set, tree[k], row));
            return nearest;
        };
        for (std::size_t later = i + 1; later < tree.size(); ++later) ASSERT_LE(to_tree(tree[i]), to_tree(tree[later]));
    }
    EXPECT_TRUE(seriation::is_permutation(ordered(app::OrderKind::clusters)));
    EXPECT_THAT(app::what_it_reveals(app::OrderKind::clusters, type_of("differing_bits")),
                HasSubstr("the workload's own distance"));
}

TEST(OwnMetric, is_looked_at_where_the_matrix_is_not_stored) {
    const Dataset set = random_codes(300, 4);
    Engine engine{Device{}};
    engine.load(set, set);
    engine.set_parameters(std::vector{2.0});
    const BlockGrid grid{.first_row = 16, .first_col = 64, .side = 8, .shape = {5, 9}};
    const Overview blocks = reduce_blocks(engine, "differing_bits", grid, {});
    for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 9; ++j) {
            float least = 1e9f, most = -1.0f;
            double sum = 0.0;
            for (std::int64_t row = 0; row < 8; ++row)
                for (std::int64_t col = 0; col < 8; ++col) {
                    const float entry = 2.0f * float(bits_between(set, 16 + 8 * i + row, 64 + 8 * j + col));
                    least = std::min(least, entry);
                    most = std::max(most, entry);
                    sum += double(entry);
                }
            const auto at = std::size_t(i * 9 + j);
            EXPECT_EQ(blocks.min[at], least);
            EXPECT_EQ(blocks.max[at], most);
            EXPECT_FLOAT_EQ(blocks.mean[at], float(sum / 64.0));
        }
    const Overview sampled = sample_blocks(engine, "differing_bits", grid, 4, {});
    for (std::size_t at = 0; at < 45; ++at) {
        EXPECT_GE(sampled.min[at], blocks.min[at]);
        EXPECT_LE(sampled.max[at], blocks.max[at]);
    }
}

class OwnMetricVerbs : public Program {};

TEST_F(OwnMetricVerbs, answer_by_the_name_of_the_workload) {
    const std::string set = file("codes.csv", "0,0\n127,0\n128,0\n");
    for (const std::vector<std::string>& choice :
         {std::vector<std::string>{"--workload", "differing_bits"}, {"--metric", "differing_bits"}}) {
        std::vector<std::string> arguments{"neighbours", "--a", set, "--k", "2", "--within", "7", "--json"};
        arguments.insert(arguments.end(), choice.begin(), choice.end());
        const Finished done = run(arguments);
        ASSERT_EQ(done.code, 0) << done.err;
        const json found = json::parse(done.out);
        EXPECT_EQ(found.at("metric"), "differing_bits");
        EXPECT_EQ(found.at("neighbours")[0].at("neighbour"), 2);
        EXPECT_EQ(found.at("neighbours")[0].at("distance"), 1.0);
        EXPECT_EQ(found.at("within"), json::parse(R"({"radius": 7.0, "closer": 1, "at_radius": 1, "pairs": 3})"));
    }
    const Finished refused = run({"neighbours", "--workload", "byte_matches", "--a", set});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("there are no neighbours, because byte_matches says neither by which metric"));
}

} // namespace
} // namespace pairscope
