// SPDX-License-Identifier: MIT
#include "app/spine/question.h"

#include <utility>

namespace pairscope::app {

Inputs Question::inputs() const {
    Inputs found = second ? inputs_of(*first, *second) : inputs_of(*first);
    found.parameters = parameters;
    return found;
}

Workload Question::size() const {
    if (!first) return {.type = workload};
    return workload_of(workload, inputs());
}

std::optional<Question> exact_question(const Workload& size, ExactKind kind) {
    std::optional<ExactSets> sets = exact_data(size, kind);
    if (!sets) return std::nullopt;
    Question question;
    question.workload = size.type;
    question.first = std::make_shared<const Dataset>(std::move(sets->a));
    if (sets->b) question.second = std::make_shared<const Dataset>(std::move(*sets->b));
    question.parameters = std::move(sets->parameters);
    return question;
}

} // namespace pairscope::app
