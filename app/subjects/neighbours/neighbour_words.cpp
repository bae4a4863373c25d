// SPDX-License-Identifier: MIT
#include "app/subjects/neighbours/neighbour_words.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

void add_sentence(std::string& text, const std::string& sentence) {
    if (!text.empty()) text += ' ';
    text += sentence;
}

bool has_ties(const MarkedPair& marked) {
    const auto same = [](const Neighbour& a, const Neighbour& b) { return a.distance == b.distance; };
    return std::ranges::adjacent_find(marked.neighbours, same) != marked.neighbours.end();
}

} // namespace

std::string list_notes(const State& state, const MarkedPair& marked) {
    std::string text;
    const std::string_view why = why_without_neighbours(current_type(state));
    if (!marked.finite) return fmt::format("This row is a vector {}, so it has no neighbours.", why);
    if (marked.others == 0) return "There is no other vector, so this row has no neighbours.";
    if (marked.others < state.neighbours.k)
        add_sentence(text, fmt::format("There {} only {} to list.", marked.others == 1 ? "is" : "are",
                                       counted(marked.others, "neighbour")));
    const auto coincident =
        std::ranges::count_if(marked.neighbours, [](const Neighbour& neighbour) { return neighbour.distance == 0.0; });
    if (coincident > 0)
        add_sentence(text, fmt::format("{} of these neighbours {} at the same place as this row.", coincident,
                                       coincident == 1 ? "is" : "are"));
    if (has_ties(marked)) add_sentence(text, "Equally near vectors are listed in the order of the matrix.");
    if (marked.left_out > 0) add_sentence(text, left_out_words(marked.left_out, "vector", current_type(state)) + ".");
    return text;
}

std::optional<double> ratio_to_next(const MarkedPair& marked, const Neighbour& neighbour) {
    const auto next = std::size_t(neighbour.rank);
    if (next >= marked.neighbours.size()) return {};
    return neighbours::ratio_to_next(neighbour.distance, marked.neighbours[next].distance);
}

std::string neighbour_story(const State& state, const MarkedPair& marked, const Neighbour& neighbour) {
    const Question& now = state.data.now.question;
    std::string text = fmt::format(
        "{}\nRank {} of {}, {} away.", labelled_row(now.across(), neighbour.row, name_of_column(now, neighbour.row)),
        grouped(neighbour.rank), grouped(marked.others), distance_text(state, neighbour.distance));
    if (const auto ratio = ratio_to_next(marked, neighbour))
        text += fmt::format(" The ratio of its distance to the next one is {}.", three_digits(*ratio));
    if (neighbour.mutual)
        text += *neighbour.mutual ? fmt::format(" Mutual: this row is also among the {} nearest of that neighbour.",
                                                state.neighbours.k)
                                  : fmt::format(" Not mutual: this row is not among the {} nearest of that neighbour.",
                                                state.neighbours.k);
    return text + "\nA click keeps the pair marked; Enter pins it.";
}

} // namespace pairscope::app
