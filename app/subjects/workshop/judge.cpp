// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/judge.h"

#include "app/subjects/workshop/shared_inputs.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

namespace pairscope::app::workshop {
namespace {

constexpr std::int64_t guard = 64; ///< entries before and behind the output that nobody may write

class JudgedRun {
public:
    JudgedRun(SharedMemory& memory, const Trial& trial)
        : memory_(memory), trial_(trial), workload_(workload_of(trial.workload, trial.inputs)),
          words_(words_of(output_of(workload_))) {
        request_ = request_for(type(), trial.inputs);
        request_.pitch = words_.cols + trial.further_pitch;
        request_.out_offset += guard * 4;
        request_.memory_bytes = request_.out_offset + (words_.rows * request_.pitch + guard) * 4;
        request_.most_accesses = trial.into_texture ? 0 : std::max<std::int64_t>(trial.most_accesses, 0);
        request_.into_texture = trial.into_texture;
        request_.block = trial.block;
        request_.threads = trial.threads;
        request_.further_input_pitch = trial.further_input_pitch;
        request_.is_followed = trial.most_accesses >= 0 && trial.further_pitch == 0 && trial.further_input_pitch == 0;
        put_inputs(memory, request_, trial.inputs);
        std::ranges::fill(words(), std::bit_cast<float>(poison_bits));
        std::ranges::fill(words_before(), std::bit_cast<float>(poison_bits));
    }

    [[nodiscard]] const RunRequest& request() const { return request_; }

    [[nodiscard]] Comparison compared() const {
        const KernelVariant variant{.workload = type().id,
                                    .backend = Backend::cuda,
                                    .tolerance = trial_.accuracy.tolerance,
                                    .of_norms = trial_.accuracy.of_norms};
        const Inputs inputs = with_parameters();
        const LinearMemory out{words().data(), request_.pitch};
        Comparison found = type().output == OutputKind::matrix ? of_matrix(inputs, out, trial_.accuracy)
                                                               : judge_output(variant, inputs, out);
        const GuardDamage damage = this->damage();
        found.guard_damage = damage.count;
        found.guard_nearest = damage.nearest;
        return found;
    }

private:
    [[nodiscard]] const WorkloadType& type() const { return type_of(trial_.workload); }
    [[nodiscard]] Inputs with_parameters() const {
        Inputs inputs = trial_.inputs;
        inputs.parameters = request_.parameters;
        return inputs;
    }
    [[nodiscard]] std::span<float> words() const {
        return {reinterpret_cast<float*>(memory_.at(request_.out_offset)),
                static_cast<std::size_t>(words_.rows * request_.pitch + guard)};
    }

    [[nodiscard]] std::span<float> words_before() const {
        return {words().data() - guard, static_cast<std::size_t>(guard)};
    }

    [[nodiscard]] Comparison of_matrix(const Inputs& inputs, const LinearMemory& out, const Accuracy& accuracy) const {
        Comparison total;
        const Problem problem = problem_of(inputs, out);
        for (std::int64_t row = 0; row < workload_.rows; ++row)
            type().matrix.compare_row(problem, row, accuracy, total);
        total.rows = workload_.rows;
        total.cols = workload_.cols;
        return total;
    }

    /// Entries before the output, between its rows and behind the last one that were written.
    [[nodiscard]] GuardDamage damage() const {
        const auto was_written = [](float word) { return std::bit_cast<std::uint32_t>(word) != poison_bits; };
        GuardDamage found;
        const std::span<const float> all = words(), before = words_before();
        const std::int64_t end = words_.rows * request_.pitch;
        for (std::int64_t i = std::ssize(all) - 1; i >= 0; --i) {
            const bool is_inside = i < end && i % request_.pitch < words_.cols;
            if (is_inside || !was_written(all[static_cast<std::size_t>(i)])) continue;
            ++found.count;
            found.nearest = std::max<std::int64_t>(i - end, 0) + 1;
        }
        for (std::int64_t i = 0; i < guard; ++i) {
            if (!was_written(before[static_cast<std::size_t>(i)])) continue;
            if (found.count == 0 || found.nearest < 0) found.nearest = i - guard;
            ++found.count;
        }
        return found;
    }

    SharedMemory& memory_;
    const Trial& trial_;
    Workload workload_;
    MatrixShape words_;
    RunRequest request_;
};

/// Asks which thread wrote the first wrong entry.
void add_writer(ChildProcess& child, const JudgedRun& run, Judged& judged) {
    if (!judged.comparison || judged.comparison->wrong_entries == 0 || judged.comparison->row < 0) return;
    RunRequest request = run.request();
    request.writer_of = {judged.comparison->row, std::max<std::int64_t>(judged.comparison->col, 0)};
    child.send(json_of(request));
    if (const auto message = child.receive(limit_of_a_run)) judged.reply.writer = run_reply_of(*message).writer;
}

} // namespace

std::string told(const Ended& ended) { return ended.said.empty() ? "the kernel " + ended.why : ended.said; }

Judged judged(ChildProcess& child, SharedMemory& memory, const Trial& trial) {
    const JudgedRun run(memory, trial);
    child.send(json_of(run.request()));
    const auto message = child.receive(limit_of_a_run);
    if (!message) return {.reply = {}, .comparison = {}, .ended = told(child.ended())};
    Judged found{.reply = run_reply_of(*message)};
    const RunReply& reply = found.reply;
    if (!reply.failed.empty() || !reply.skipped.empty() || !reply.findings.empty()) return found;
    found.comparison = run.compared();
    add_writer(child, run, found);
    return found;
}

} // namespace pairscope::app::workshop
