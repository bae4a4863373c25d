// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/judge_parts.h"

#include "app/subjects/workshop/check_data.h"
#include "app/subjects/workshop/shared_inputs.h"
#include "kernels/data/errors.h"
#include "kernels/engines/outputs.h"
#include "profiling/few_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app::workshop {
namespace {

/// Processor time of the few blocks [s].
constexpr double most_seconds_of_parts = 3.0;
/// As many entries are judged.
constexpr std::int64_t most_entries = 1 << 15;
/// As many pairs of a vector with each other one are computed for the rows of another output that are judged.
constexpr double most_coordinates_of_rows = 1 << 28;

/// What comes from a child is checked like a file.
void check_places(const simt::TracedEntries& found, const MatrixShape& shape) {
    const bool are_inside = std::ranges::all_of(found.places, [&](const MatrixEntry& place) {
        return place.row >= 0 && place.row < shape.rows && place.col >= 0 && place.col < shape.cols;
    });
    if (!are_inside) throw std::runtime_error("a message between Pairscope and its child names an entry that is none");
}

/// The rows of an output that is no matrix of which each word is known.
std::map<std::int64_t, std::vector<float>> whole_rows(const simt::TracedEntries& traced, std::int64_t words) {
    std::map<std::int64_t, std::vector<float>> rows;
    for (std::size_t i = 0; i < traced.places.size(); ++i) {
        std::vector<float>& row = rows[traced.places[i].row];
        row.resize(static_cast<std::size_t>(words), std::bit_cast<float>(poison_bits));
        row[static_cast<std::size_t>(traced.places[i].col)] = traced.values[i];
    }
    std::erase_if(rows, [](const auto& entry) {
        return std::ranges::any_of(entry.second,
                                   [](float word) { return std::bit_cast<std::uint32_t>(word) == poison_bits; });
    });
    return rows;
}

/// Keeps so many of the rows, at equal steps.
void keep_some(std::map<std::int64_t, std::vector<float>>& rows, double most) {
    const auto step = static_cast<std::int64_t>(static_cast<double>(rows.size()) / std::max(most, 1.0)) + 1;
    std::int64_t number = 0;
    std::erase_if(rows, [&](const auto&) { return number++ % step != 0; });
}

/// A value needs all vectors, so that the output has all rows, of which only some are written.
Comparison judge_values(const KernelVariant& variant, const Inputs& inputs,
                        const std::map<std::int64_t, std::vector<float>>& rows) {
    std::vector<float> output(static_cast<std::size_t>(inputs.a.rows), std::bit_cast<float>(poison_bits));
    for (const auto& [row, words] : rows) output[static_cast<std::size_t>(row)] = words.front();
    Comparison found = judge_output(variant, inputs, LinearMemory{output.data(), 1});
    found.entries_checked -= found.unwritten_entries;
    found.rows_checked = found.entries_checked;
    found.unwritten_entries = 0;
    found.unwritten = {};
    return found;
}

/// A match needs its own vector and all of the second set, so that the first set has only vectors with a known match.
Comparison judge_matches(const KernelVariant& variant, const Inputs& inputs,
                         const std::map<std::int64_t, std::vector<float>>& rows) {
    const std::int64_t vector = inputs.a.dims * bytes_of(inputs.a.element),
                       step = inputs.a.pitch * bytes_of(inputs.a.element);
    std::vector<std::byte> some(static_cast<std::size_t>(std::ssize(rows) * vector));
    std::vector<float> output;
    std::vector<std::int64_t> numbers;
    for (const auto& [row, words] : rows) {
        std::memcpy(some.data() + std::ssize(numbers) * vector,
                    static_cast<const std::byte*>(inputs.a.data) + row * step, static_cast<std::size_t>(vector));
        output.insert(output.end(), words.begin(), words.end());
        numbers.push_back(row);
    }
    Inputs asked = inputs;
    asked.a.data = some.data();
    asked.a.rows = std::ssize(rows);
    asked.a.pitch = inputs.a.dims;
    Comparison found = judge_output(variant, asked, LinearMemory{output.data(), std::ssize(output) / std::ssize(rows)});
    if (found.row < 0) return found;
    // The sentence counts the vectors that were judged.
    const std::string number = fmt::format("match {} ", found.row);
    found.row = numbers[static_cast<std::size_t>(found.row)];
    if (found.first_wrong.starts_with(number))
        found.first_wrong.replace(0, number.size(), fmt::format("match {} ", found.row));
    return found;
}

/// A scalar or a pair has no parts. It is complete where every block has run.
Comparison judge_other_output(const WorkloadType& type, const Inputs& inputs, const simt::TracedEntries& traced) {
    const Workload size = workload_of(type.id, inputs);
    const MatrixShape words = words_of(output_of(size));
    check_places(traced, words);
    const KernelVariant variant{.workload = type.id, .backend = Backend::cuda};
    auto rows = whole_rows(traced, words.cols);
    const Comparison nothing{.kind = type.output};
    if (rows.empty() || type.output == OutputKind::pair) return nothing;
    if (type.output == OutputKind::scalar) {
        if (traced.trace.blocks_traced() < traced.trace.blocks()) return nothing;
        return judge_output(variant, inputs, LinearMemory{rows.begin()->second.data(), words.cols});
    }
    keep_some(rows, most_coordinates_of_rows / (static_cast<double>(size.cols) * static_cast<double>(size.dims)));
    return type.output == OutputKind::values ? judge_values(variant, inputs, rows)
                                             : judge_matches(variant, inputs, rows);
}

/// Runs few blocks, and finds faults in their accesses.
std::pair<Judged, simt::TracedEntries> traced_in_parts(Workshop& workshop, const WorkloadType& type,
                                                       const Inputs& inputs) {
    RunRequest request = request_for(type, inputs);
    const bool is_matrix = type.output == OutputKind::matrix; // other outputs are judged by whole rows
    request.trace = TraceAsked{
        .few_blocks = true, .most_seconds = most_seconds_of_parts, .most_entries = is_matrix ? most_entries : 0};
    Judged found{.reply = workshop.ask(request, inputs, {})};
    if (!found.reply.traced) throw std::runtime_error("the child has sent no trace");
    simt::TracedEntries traced = *std::exchange(found.reply.traced, std::nullopt);
    found.reply.findings = traced.trace.findings;
    found.reply.warnings = traced.trace.warnings;
    workshop.name_files(found.reply);
    found.reply.blocks = traced.trace.blocks();
    found.reply.blocks_followed = traced.trace.blocks_traced();
    return {std::move(found), std::move(traced)};
}

bool is_over(const RunReply& reply) { return reply.took_too_long || !reply.findings.empty(); }

/// Has each block the last word about what it writes? At a size at which all blocks together are right, few of them are
/// right then, too. Otherwise other blocks add to what these have written.
bool are_blocks_complete(Workshop& workshop, const WorkloadType& type) {
    for (const std::int64_t rows : {std::int64_t{1001}, std::int64_t{4099}}) {
        const Workload size{type.id, rows, type.inputs.sets == 2 ? rows / 2 : rows, type.inputs.dims.least};
        if (rows > type.inputs.rows.most) continue;
        const Question question = example_question(size, 1);
        const auto [found, traced] = traced_in_parts(workshop, type, question.inputs());
        if (is_over(found.reply)) return false;
        if (found.reply.blocks_followed == found.reply.blocks) continue; // all of them together say nothing
        const Comparison judged = judge_other_output(type, question.inputs(), traced);
        return judged.entries_checked > 0 && judged.right();
    }
    return false;
}

Judged judge(Workshop& workshop, const WorkloadType& type, const Inputs& inputs) {
    auto [found, traced] = traced_in_parts(workshop, type, inputs);
    if (is_over(found.reply)) return std::move(found);
    if (type.output != OutputKind::matrix) {
        found.comparison = judge_other_output(type, inputs, traced);
        const bool are_all = found.reply.blocks_followed == found.reply.blocks;
        if (!found.comparison->right() && !are_all && !are_blocks_complete(workshop, type))
            found.comparison = Comparison{.kind = type.output};
        return std::move(found);
    }
    const Workload size = workload_of(type.id, inputs);
    check_places(traced, {size.rows, size.cols});
    const KernelVariant variant{.workload = type.id, .backend = Backend::cuda};
    found.comparison = profiling::compare_entries(variant, inputs, traced);
    return std::move(found);
}

} // namespace

Judged judged_in_parts(Workshop& workshop, const Inputs& inputs) {
    try {
        return judge(workshop, type_of(workshop.file().workload), inputs);
    } catch (const std::exception& error) {
        return {.reply = {}, .ended = sentence_of(error)};
    }
}

} // namespace pairscope::app::workshop
