// SPDX-License-Identifier: MIT
#include "app/page/page_entry.h"
#include "app/page/page_formula.h"
#include "kernels/matrix/unstored/blocks.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace pairscope::page {
namespace {

nlohmann::json written_entries() {
    std::ifstream file("tests/page/entries.json");
    return nlohmann::json::parse(file);
}

EntryRule own_rule(const std::string& metric, double parameter) {
    for (const WorkloadType& type : workload_types())
        if (has_blocks_on_cpu_only(type) && metric_name_of(type) == metric) {
            EXPECT_EQ(page_formula(type)->terms, metric);
            return {.own = &type, .parameters = std::vector(type.parameters.size(), parameter)};
        }
    ADD_FAILURE() << "no workload has the metric " << metric;
    return {};
}

EntryRule rule_of(const nlohmann::json& entry, double sigma) {
    static const std::map<std::string, PairTerms> terms{{"squared_differences", PairTerms::squared_differences},
                                                        {"products", PairTerms::products},
                                                        {"absolute_differences", PairTerms::absolute_differences},
                                                        {"largest_difference", PairTerms::largest_difference},
                                                        {"relative_differences", PairTerms::relative_differences},
                                                        {"unequal", PairTerms::unequal},
                                                        {"directions", PairTerms::directions},
                                                        {"places", PairTerms::places}};
    static const std::map<std::string, PairEnding> endings{
        {"sum", PairEnding::sum},           {"root", PairEnding::root},           {"gaussian", PairEnding::gaussian},
        {"fraction", PairEnding::fraction}, {"one_minus", PairEnding::one_minus}, {"arc", PairEnding::arc}};
    if (!terms.contains(entry["terms"])) return own_rule(entry["terms"], entry["parameter"]);
    EntryRule rule{.formula = {terms.at(entry["terms"]), endings.at(entry["ending"])}, .sigma = sigma, .globe = {}};
    if (entry.contains("origin")) rule.globe.origin = entry["origin"];
    return rule;
}

TEST(PageEntry, is_what_another_program_computes) {
    const nlohmann::json written = written_entries();
    for (const nlohmann::json& entry : written["cases"]) {
        const std::vector<double> a = entry["a"], b = entry["b"];
        const float found = reference_entry(rule_of(entry, written["sigma"]), a, b);
        if (entry["value"].is_null()) {
            EXPECT_TRUE(std::isnan(found)) << entry;
            continue;
        }
        const float wanted = entry["value"];
        if (entry["exact"])
            EXPECT_EQ(found, wanted) << entry;
        else
            EXPECT_LE(std::abs(found - wanted), std::abs(std::nextafter(wanted, 2.0f * wanted) - wanted)) << entry;
    }
    EXPECT_EQ(written["cases"].size(), 368u);
}

TEST(PageEntry, can_be_computed_for_every_workload_whose_matrix_is_computed_in_parts) {
    for (const WorkloadType& type : workload_types())
        EXPECT_EQ(page_formula(type).has_value(), has_blocks(type) || type.inputs.takes_distances) << type.id;
}

TEST(PageEntry, of_no_place_on_the_earth_is_no_number) {
    const EntryRule rule{.formula = {PairTerms::places, PairEnding::arc}, .globe = {}};
    EXPECT_TRUE(std::isnan(reference_entry(rule, std::vector{0.0, 90.5}, std::vector{0.0, 0.0})));
    EXPECT_TRUE(std::isnan(reference_entry(rule, std::vector{361.0, 0.0}, std::vector{0.0, 0.0})));
    EXPECT_NEAR(reference_entry(rule, std::vector{0.0, 90.0}, std::vector{0.0, -90.0}), 20015.1, 0.1);
}

} // namespace
} // namespace pairscope::page
