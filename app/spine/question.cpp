// SPDX-License-Identifier: MIT
#include "app/spine/question.h"

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

} // namespace pairscope::app
