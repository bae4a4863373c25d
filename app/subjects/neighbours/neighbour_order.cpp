// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/neighbours/measure.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace pairscope::app {
namespace {

std::string in_lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

void sort_by_name(std::vector<Neighbour>& neighbours, const Question& question, bool falling) {
    struct Named {
        std::string name;
        Neighbour neighbour;
    };
    std::vector<Named> named;
    named.reserve(neighbours.size());
    for (const Neighbour& neighbour : neighbours)
        named.push_back({in_lower_case(name_of_column(question, neighbour.row)), neighbour});
    std::ranges::stable_sort(
        named, [&](const Named& a, const Named& b) { return falling ? b.name < a.name : a.name < b.name; });
    std::ranges::transform(named, neighbours.begin(), &Named::neighbour);
}

} // namespace

void sort_neighbours(std::vector<Neighbour>& neighbours, const Question& question, const NeighbourOrder& order) {
    std::ranges::sort(neighbours, {}, &Neighbour::rank);
    if (order.key == NeighbourOrder::Key::name)
        sort_by_name(neighbours, question, order.falling);
    else if (order.falling)
        std::ranges::reverse(neighbours);
}

std::vector<Neighbour> all_neighbours_of(const Question& question, std::int64_t row, const NeighbourOrder& order) {
    const neighbours::NeighbourQuestion asked = neighbour_question(question, 1);
    const std::vector<double> keys = neighbours::keys_of(asked, row);
    const neighbours::Measure measure(asked);
    std::vector<Neighbour> found;
    for (const std::int64_t col : neighbours::rows_in_order(asked, row, keys))
        found.push_back({.row = col, .distance = measure.distance(row, col), .rank = std::ssize(found) + 1});
    if (order != NeighbourOrder{}) sort_neighbours(found, question, order);
    return found;
}

} // namespace pairscope::app
