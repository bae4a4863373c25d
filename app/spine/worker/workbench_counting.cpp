// SPDX-License-Identifier: MIT
// The workbench's counting: hardware counters, activity records, and the browser of metrics.
#include "app/spine/worker/workbench.h"

#include <algorithm>

namespace pairscope::app {
namespace {

/// The chip that is meant where none is named: a data-centre chip that every CUPTI of version 13 knows, or its last.
std::string usual_chip(const std::vector<std::string>& chips) {
    if (chips.empty() || std::ranges::find(chips, "GH100") != chips.end()) return "GH100";
    return chips.back();
}

/// The texture that was lent, or else memory of the station, which the buffer keeps.
template <class Job>
profiling::RunTarget target_of(const Job& job, profiling::Station& station, std::optional<AnswerBuffer>& buffer,
                               const RunControl& control) {
    profiling::RunTarget target{.out = LinearMemory{}, .shape = job.question.words_by(*job.variant), .buffer = nullptr};
    if (job.lease) {
        target.out = job.lease->matrix;
    } else {
        buffer = station.buffers().acquire(station.engine(), target.shape, job.variant->entry, control.stop);
        target.out = buffer->memory();
    }
    return target;
}

} // namespace

event::LaunchSampled Workbench::sampled(const job::SampleLaunch& job, const RunControl& control) {
    progress_({.kind = TaskKind::sampling, .variants = {job.key.variant_id}}, 0.0);
    profiling::Station& station = loaded(std::size_t(job.key.device), job.device, job.question, job.revision);
    std::optional<AnswerBuffer> buffer;
    const profiling::RunTarget target = target_of(job, station, buffer, control);
    profiling::Sampled found = station.sample({*job.variant, job.key.workload, target}, job.seconds, control);
    return {.key = job.key,
            .sampled = std::move(found),
            .why_not_here = station.counting().why_not_sampled(),
            .lease = job.lease};
}

event::Counted Workbench::counted(const job::Count& job, const RunControl& control) {
    progress_({.kind = TaskKind::counting, .variants = {job.key.variant_id}}, 0.0);
    profiling::Station& station = loaded(std::size_t(job.key.device), job.device, job.question, job.revision);
    std::optional<AnswerBuffer> buffer;
    const profiling::RunTarget target = target_of(job, station, buffer, control);
    return {.key = job.key,
            .choice = job.choice,
            .counts = station.count({*job.variant, job.key.workload, target}, job.choice, control),
            .message = {},
            .lease = job.lease};
}

event::MetricsAnswered Workbench::answered(const job::AskMetrics& job) {
    progress_({.kind = TaskKind::asking_for_metrics}, 0.0);
    event::MetricsAnswered answer;
    answer.question = job.question;
    answer.chips = profiling::Metrics::chips();
    std::string& chip = answer.question.chip;
    if (chip.empty() && job.device) chip = profiling::Counting(*job.device).chip();
    if (chip.empty()) chip = usual_chip(answer.chips);
    if (!metrics_ || metrics_chip_ != chip) {
        metrics_.emplace(chip);
        metrics_chip_ = chip;
        metric_facts_ = metrics_->why_not().empty()
                            ? std::make_shared<const std::vector<profiling::MetricFact>>(metrics_->all())
                            : nullptr;
    }
    answer.why_not = metrics_->why_not();
    answer.metrics = metric_facts_;
    if (!answer.why_not.empty()) return answer;
    const profiling::Resolved resolved = metrics_->resolve({.sets = {}, .metrics = job.question.picked});
    answer.passes = metrics_->passes(resolved.asked);
    const auto chosen = std::ranges::find(*answer.metrics, job.question.chosen, &profiling::MetricFact::name);
    if (chosen != answer.metrics->end()) answer.endings = metrics_->endings(*chosen);
    std::ranges::stable_sort(answer.endings, {}, &std::string::size); // the plain ones first
    return answer;
}

} // namespace pairscope::app
