// SPDX-License-Identifier: MIT
// Mahalanobis distances of hard columns against exact arithmetic.
#include "kernels/data/prepared/prepared_sets.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace pairscope {
namespace {

/// The distances by Python's fractions, whose covariance and inverse are exact, of the numbers in two floats.
void expect_distances(std::int64_t dims, const std::vector<double>& numbers, const std::vector<double>& exact,
                      double bound) {
    auto set = std::make_shared<Dataset>();
    set->dims = dims;
    set->rows = std::ssize(numbers) / dims;
    std::vector<float> values, low;
    for (const double x : numbers) {
        values.push_back(static_cast<float>(x));
        low.push_back(static_cast<float>(x - static_cast<double>(values.back())));
    }
    set->values = std::move(values);
    set->low = std::move(low);
    std::shared_ptr<const Dataset> first = set, second = set;
    prepare_sets(type_of("mahalanobis_distance"), first, second);
    ASSERT_EQ(first->why_unprepared, "");
    const neighbours::Measure measure({.first = *first, .k = 1, .metric = Metric::euclidean});
    std::size_t pair = 0;
    for (std::int64_t i = 0; i < first->rows; ++i)
        for (std::int64_t j = i + 1; j < first->rows; ++j, ++pair)
            EXPECT_TRUE(std::abs(measure.distance(i, j) - exact[pair]) <= bound * exact[pair])
                << i << ", " << j << ": " << measure.distance(i, j) / exact[pair] - 1.0;
    EXPECT_EQ(pair, exact.size());
}

/// The mean of each column is far from all rows.
TEST(Mahalanobis, distances_keep_their_digits_beside_a_row_far_away) {
    expect_distances(3, {0.5,  12.25, 3.1, 1.5,    11.5,   2.9, 1.25, 13,    3.3, 2,   12.75, 2.7,
                         0.75, 14.5,  3.0, 100000, 300000, 3.2, 1.75, 10.25, 2.6, 2.5, 12,    3.4},
                     {1.4743250381810946,  1.0135309424555958, 1.9205913977875588, 0.73090928699355373,
                      3.021014855889701,   2.5920229093077656, 2.7826148144426743, 1.5779053348225409,
                      0.73488515064002657, 1.9457886285828971, 2.8661163749698662, 1.231552518520068,
                      2.2351546244642,     2.2666025528353968, 1.7273822289014271, 3.0495285578896785,
                      2.8067169882884229,  1.8924372422324232, 2.170774065754097,  3.0447514613913182,
                      0.69672808400167763, 2.8861907160489491, 3.2635192366784191, 2.8673647034987528,
                      3.5094133844062299,  3.2941656368273029, 3.5477634116669532, 3.0232855299223269},
                     2e-10); // the condition of the columns is about 1e10
}

TEST(Mahalanobis, distances_of_one_column_keep_their_digits_beside_a_number_far_away) {
    expect_distances(1, {0.5, 1.5, 1.25, 2, 0.75, 1e9, 1.75, 2.5},
                     {2.8284271288878157e-09, 2.1213203466658616e-09, 4.2426406933317232e-09, 7.0710678222195393e-10,
                      2.8284271274736019,     3.5355339111097694e-09, 5.6568542577756314e-09, 7.0710678222195393e-10,
                      1.4142135644439079e-09, 2.1213203466658616e-09, 2.8284271246451747,     7.0710678222195393e-10,
                      2.8284271288878157e-09, 2.1213203466658616e-09, 1.4142135644439079e-09, 2.8284271253522815,
                      1.4142135644439079e-09, 3.5355339111097694e-09, 3.5355339111097694e-09, 2.8284271232309615,
                      7.0710678222195393e-10, 1.4142135644439079e-09, 2.8284271267664951,     2.8284271288878157e-09,
                      4.9497474755536773e-09, 2.8284271239380683,     2.8284271218167478,     2.1213203466658616e-09},
                     2e-15);
}

TEST(Mahalanobis, distances_keep_their_digits_where_two_columns_are_almost_the_same) {
    expect_distances(
        3, {1, 1.0001, 5, 2, 2.0003, 4, 3, 2.9998, 7, 4, 4.0002, 1, 5, 5.0001, 2.5, 6, 5.9997, 3, 7.5, 7.5004, 6},
        {0.96908028519675304, 1.7886865045775135, 2.2447402933692366, 2.0460053726890042, 2.8887917964829697,
         3.1398006126369773,  2.4523828412856656, 1.6992735322168193, 1.6945687415018065, 3.039819624084827,
         2.705445142460615,   3.1967055250167911, 2.4814743667747021, 2.3008979125880087, 3.0134662261188874,
         0.95206928493109289, 2.3775109832507919, 3.0888405231292557, 1.6632274047995788, 2.4261384371107506,
         3.2550967000844442},
        1e-11); // their condition is 1e9
}

/// The points of a lattice with four points along each axis, in a mixed order.
std::shared_ptr<const Dataset> lattice(std::int64_t dims) {
    auto set = std::make_shared<Dataset>();
    set->dims = dims;
    set->rows = std::int64_t{1} << (2 * dims);
    std::vector<float> values;
    for (std::int64_t i = 0; i < set->rows; ++i)
        for (std::int64_t k = 0; k < dims; ++k)
            values.push_back(0.1f * static_cast<float>((((i * 37) % set->rows) >> (2 * k)) & 3));
    set->values = std::move(values);
    return set;
}

/// The coordinates of a lattice are rounded when they are divided by deviations, so the exact order of equal distances
/// says nothing.
TEST(PreparedRows, with_the_same_distance_come_in_their_order) {
    for (const char* id : {"standardised_euclidean", "mahalanobis_distance"})
        for (const std::int64_t dims : {2, 3}) {
            SCOPED_TRACE(testing::Message() << id << ", " << dims << " columns");
            std::shared_ptr<const Dataset> first = lattice(dims), second = first;
            prepare_sets(type_of(id), first, second);
            ASSERT_EQ(first->why_unprepared, "");
            const neighbours::NeighbourQuestion question{.first = *first, .k = 14, .metric = Metric::euclidean};
            const neighbours::NeighbourTable table = neighbours::nearest_neighbours(question, {});
            int equal = 0;
            for (std::int64_t row = 0; row < first->rows; ++row) {
                const auto rows = table.neighbours_of(row);
                const auto distances = table.distances_of(row);
                for (std::size_t i = 1; i < rows.size(); ++i) {
                    if (distances[i] != distances[i - 1]) continue;
                    EXPECT_LT(rows[i - 1], rows[i]) << row;
                    ++equal;
                }
                const auto alone = neighbours::neighbours_of_row(question, row, false).nearest;
                ASSERT_EQ(alone.size(), rows.size());
                for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(alone[i].row, rows[i]) << row;
            }
            EXPECT_GT(equal, first->rows) << "a lattice has many equal distances";
        }
}

} // namespace
} // namespace pairscope
