// SPDX-License-Identifier: MIT
#include "profiling/examination.h"

#include "kernels/data/errors.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::profiling {

std::int64_t small_examination_rows(std::int64_t rows) {
    constexpr std::int64_t period = 256; // at least the largest tile or block that a variant is likely to have
    return std::min(rows, period + rows % period);
}

namespace {

Input first_vectors(const Input& set) {
    Input part = set;
    part.rows = small_examination_rows(set.rows);
    return part;
}

/// The first coordinates of a single vector. Kernels cut long vectors into chunks, which are larger than blocks.
Input first_coordinates(const Input& vector) {
    constexpr std::int64_t period = 4096; // at least the largest chunk that a variant is likely to have
    Input part = vector;
    part.dims = part.pitch = std::min(vector.dims, period + vector.dims % period);
    return part;
}

/// Everything, or the first vectors of each set. Where each set has one vector, these are its first coordinates.
Inputs inputs_for(const ExaminationRequest& request) {
    Inputs inputs = request.inputs;
    if (!request.small) return inputs;
    const bool has_one_vector_each = inputs.a.rows == 1 && inputs.b.rows == 1;
    const auto part_of = has_one_vector_each ? first_coordinates : first_vectors;
    inputs.a = part_of(inputs.a);
    inputs.b = part_of(inputs.b);
    return inputs;
}

std::string why_not(const KernelVariant& variant, const ExaminationRequest& request) {
    if (std::string reason = simt::why_not_simulated(variant); !reason.empty()) return reason;
    return pairscope::why_not(variant, workload_of(variant.workload, inputs_for(request)), Device{}, request.target);
}

simt::TraceOptions options_of(const ExaminationRequest& request, const RunControl& control) {
    simt::TraceOptions options;
    options.target = request.target;
    options.block = control.block;
    options.most_accesses = request.most_accesses;
    options.threads = control.threads;
    options.stop = control.stop;
    return options;
}

} // namespace

Examined examine(const KernelVariant& variant, const ExaminationRequest& request, const RunControl& control) {
    if (std::string reason = why_not(variant, request); !reason.empty()) return {.why_not = std::move(reason)};
    try {
        return {.trace = simt::trace(variant, inputs_for(request), options_of(request, control))};
    } catch (const MemoryError& error) {
        return {.why_not = error.what()};
    }
}

std::string writer_of(const KernelVariant& variant, const ExaminationRequest& request, MatrixEntry entry,
                      const RunControl& control) {
    if (!why_not(variant, request).empty()) return {};
    const Inputs inputs = inputs_for(request);
    const Workload workload = workload_of(variant.workload, inputs);
    const MatrixShape words = words_of(output_of(workload, variant.both_directions));
    if (entry.row < 0 || entry.row >= words.rows || entry.col >= words.cols) return {};
    const auto found = simt::find_writer(variant, inputs, options_of(request, control), entry);
    if (!found) return {};
    const auto& [block, thread, file, line] = *found;
    const std::string writer =
        fmt::format("The entry in row {}, column {} was written by thread ({}, {}, {}) of block ({}, {}, {})",
                    entry.row, entry.col, thread.x, thread.y, thread.z, block.x, block.y, block.z);
    return file.empty() ? writer : fmt::format("{} in {}:{}", writer, file, line);
}

void add(CheckVerdict& verdict, const simt::Trace& trace) {
    Examination found{.rows = trace.workload.rows,
                      .blocks = trace.blocks(),
                      .blocks_examined = trace.blocks_traced(),
                      .faults = static_cast<std::int64_t>(trace.findings.size())};
    for (const simt::Finding& finding : trace.findings)
        if (found.findings.size() < most_findings_kept) found.findings.push_back(describe(finding));
    verdict.examination = std::move(found);
}

void add(CheckVerdict& verdict, const Examined& examined) {
    // Without symbols faults may be overlooked, but those that are found are real.
    if (!examined.trace)
        verdict.not_examined = examined.why_not;
    else if (examined.trace->findings.empty() && simt::program_is_stripped())
        verdict.not_examined = "the program was stripped of its symbols";
    else
        add(verdict, *examined.trace);
}

} // namespace pairscope::profiling
