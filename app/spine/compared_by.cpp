// SPDX-License-Identifier: MIT
#include "app/spine/compared_by.h"

#include "kernels/ladder/workload.h"

namespace pairscope::app {

seriation::ComparedBy compared_by(const Question& question) {
    const WorkloadType& type = type_of(question.workload);
    if (type.metric != Metric::own) return {.metric = type.metric};
    return {.metric = type.metric,
            .own = {.pair = type.pair,
                    .of_rows = type.pair_of_rows,
                    .nearly = type.pair_nearly,
                    .parameters = question.parameters}};
}

} // namespace pairscope::app
