// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/differences/written_cell.h"

#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"

#include <fmt/format.h>

#include <cmath>

namespace pairscope::app {
namespace {

std::string label_of(const Dataset& set, std::int64_t row) {
    return std::size_t(row) < set.labels.size() ? set.labels[std::size_t(row)] : std::string();
}

} // namespace

std::optional<WrittenCell> written_cell(const State& state) {
    const Question& now = state.data.now.question;
    const auto worst = worst_cell(state);
    const auto cell = state.view.pinned ? state.view.pinned : worst;
    if (!cell || !now.first || !asks_for_matrix(state)) return {};
    if (cell->row >= now.first->rows || cell->col >= now.across().rows) return {};
    const MatrixCheck& check = current_type(state).matrix;
    const Inputs inputs = now.inputs();
    const Problem problem = problem_of(inputs, LinearMemory{});
    WrittenCell written{.cell = *cell,
                        .is_worst = worst == cell,
                        .row_name = label_of(*now.first, cell->row),
                        .col_name = label_of(now.across(), cell->col),
                        .expected = check.reference(problem, cell->row, cell->col),
                        .forms = {}};
    if (check.written_out != nullptr) written.forms = check.written_out(problem, cell->row, cell->col);
    return written;
}

std::string off_by(const WrittenStep& step, int digits) {
    const double single = double(step.single);
    if (single == step.exact || (std::isnan(single) && std::isnan(step.exact))) return "exact";
    if (step.exact == 0.0) return fmt::format("{:+.3g}", single);
    return fmt::format("{:+.{}e}", (single - step.exact) / std::abs(step.exact), digits);
}

} // namespace pairscope::app
