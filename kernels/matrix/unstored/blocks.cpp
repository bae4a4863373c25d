// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/blocks.h"

#include "kernels/engines/cpu/engine.h"
#include "kernels/matrix/unstored/block_layout.h"
#include "kernels/matrix/unstored/gpu_blocks.h"
#include "kernels/matrix/unstored/host_blocks.h"
#include "kernels/matrix/unstored/pair_entry.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

namespace pairscope {
namespace {

using matrix::BlockLayout;
using matrix::PairQuestion;

constexpr bool has_cuda = PAIRSCOPE_HAS_CUDA != 0; // a build without CUDA lacks the functions of cuda::

/// What is asked, where it is computed.
struct Asked {
    const WorkloadType& type;
    Problem problem;
    BlockLayout layout;

    [[nodiscard]] PairQuestion question() const { return matrix::question_of(type, problem); }
};

Asked asked_of(const Engine& engine, std::string_view workload, const BlockGrid& grid) {
    const WorkloadType& type = type_of(workload);
    if (!has_blocks(type))
        throw std::logic_error(fmt::format("{} has no matrix that can be computed block by block", workload));
    if (grid.side < 1 || grid.first_row < 0 || grid.first_col < 0)
        throw std::logic_error(fmt::format(
            "blocks of {} x {} entries from row {} and column {} on were asked for: choose a positive side, "
            "and a place in the matrix",
            grid.side, grid.side, grid.first_row, grid.first_col));
    const Problem problem = engine.problem(LinearMemory{});
    return {.type = type, .problem = problem, .layout = matrix::layout_of(problem, grid)};
}

/// The blocks of a workload with its own metric.
Overview own_blocks(Engine& engine, const Asked& asked, std::optional<int> samples, const RunControl& control) {
    if (engine.workplace() != nullptr)
        throw std::logic_error(fmt::format("the blocks of {} can be computed on a CPU only", asked.type.id));
    return cpu::own_blocks(asked.type, asked.problem, asked.layout, samples, control);
}

Overview* host_overview(const OverviewTarget& out) {
    if (const auto* surface = std::get_if<Surface>(&out)) (void)cpu::host_memory(*surface);
    return std::get<Overview*>(out);
}

} // namespace

bool has_blocks(const WorkloadType& type) { return type.formula.has_value() || has_blocks_on_cpu_only(type); }

bool has_blocks_on_cpu_only(const WorkloadType& type) {
    return !type.formula && type.metric == Metric::own && type.pair != nullptr && type.matrix.are_distances;
}

void reduce_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, OverviewTarget out,
                   const RunControl& control) {
    const Asked asked = asked_of(engine, workload, grid);
    if (!asked.type.formula) {
        *host_overview(out) = own_blocks(engine, asked, {}, control);
        return;
    }
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace())
            return cuda::reduce_blocks(asked.question(), asked.layout, out, control, *at);
    *host_overview(out) = cpu::reduced_blocks(asked.question(), asked.layout, control);
}

float entry_by_formula(std::string_view workload, const Inputs& inputs, std::int64_t row, std::int64_t col) {
    const WorkloadType& type = type_of(workload);
    const Problem problem = problem_of(inputs, LinearMemory{});
    if (!type.formula) { // a metric of the workload's own
        const PairDistance pair = type.pair != nullptr ? type.pair : type.matrix.reference;
        return static_cast<float>(pair(problem, row, col));
    }
    const matrix::PairQuestion question = matrix::question_of(type, problem);
    return matrix::entry_of_sum(question, matrix::sum_of_pair(question, row, col));
}

Overview reduce_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, const RunControl& control) {
    Overview overview;
    reduce_blocks(engine, workload, grid, &overview, control);
    return overview;
}

void sample_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, int samples, OverviewTarget out,
                   const RunControl& control) {
    if (samples < 1) throw std::logic_error(fmt::format("{} samples of each block were asked for", samples));
    const Asked asked = asked_of(engine, workload, grid);
    if (grid.side * grid.side <= samples) return reduce_blocks(engine, workload, grid, out, control);
    if (!asked.type.formula) {
        *host_overview(out) = own_blocks(engine, asked, samples, control);
        return;
    }
    if constexpr (has_cuda)
        if (const cuda::Workplace* at = engine.workplace())
            return cuda::sample_blocks(asked.question(), asked.layout, samples, out, control, *at);
    *host_overview(out) = cpu::sampled_blocks(asked.question(), asked.layout, samples, control);
}

Overview sample_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, int samples,
                       const RunControl& control) {
    Overview overview;
    sample_blocks(engine, workload, grid, samples, &overview, control);
    return overview;
}

} // namespace pairscope
