// SPDX-License-Identifier: MIT
// One try of an own kernel: compiled, judged at one size, and then checked fully.
#pragma once

#include "app/subjects/workshop/built_kernel.h"
#include "app/subjects/workshop/check_runs.h"
#include "app/subjects/workshop/try_report.h"
#include "profiling/time_floor.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope::app::workshop {

/// One try of one version of a file, step by step. Belongs to one thread at a time.
class Try {
public:
    /// Throws InputError where the launch lines cannot be evaluated at the size of the first verdict, or that size is
    /// none of the workload or too large. `seed`: of the random runs of the full check; absent: the text of the file
    /// decides it, so that a second try gives the same verdict.
    Try(own::OwnFile file, const FirstSize& asked, std::stop_token stop, std::optional<std::uint64_t> seed = {});

    /// Compiles and loads. False: it did not, and report().errors says why, unless a user has stopped the try.
    bool build();
    /// The first verdict. False: it is not right, or was stopped.
    bool run_first();
    /// Compiles for this GPU, too, so that it can be timed there. report() says what has come of it.
    void build_for_gpu(const Device& device);
    /// Times a function for the CPU once, on the data of timed_question(), and judges it. Absent: it was not right,
    /// which report() says, or was stopped.
    [[nodiscard]] std::optional<double> time_once(std::uint64_t number);
    /// The next run of the full check. False: it has ended, because everything is right, something is not, it takes too
    /// long, or it was stopped.
    bool check_next();
    /// One more run, after the full check, on the data of a first verdict of that size. False: it is not right, which
    /// report() says, or it was stopped.
    bool check_at(const FirstSize& size);

    [[nodiscard]] const TryReport& report() const { return report_; }
    /// The data of the first verdict.
    [[nodiscard]] const Question& question() const { return first_; }
    /// It may be kept for longer than the try: the child runs until nobody has it any more.
    [[nodiscard]] std::shared_ptr<Workshop> workshop() const { return workshop_; }

private:
    void note_time();
    void time_on_cpu();
    [[nodiscard]] std::string why_impossible(double seconds, const Workload& size);
    [[nodiscard]] Judged judged(const CheckRun& run);
    [[nodiscard]] Judged judged_as(const Trial& trial);
    void note_warnings(const RunReply& reply);
    void note_speed(const CheckRun& run, const RunReply& reply, double seconds);
    [[nodiscard]] bool takes_too_long(const CheckRun& run) const;

    std::stop_token stop_;
    const WorkloadType* type_;
    Question first_;
    std::shared_ptr<Workshop> workshop_;
    TryReport report_;
    std::vector<CheckRun> runs_;                       ///< what the full check looks at
    std::optional<profiling::CpuFigures> cpu_figures_; ///< absent: not measured yet
    double processor_seconds_ = 0.0;                   ///< that the child has used
    double seconds_of_step_ = 0.0; ///< that a step takes its processor in large runs; see steps_of()
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The data of a timed run of a function for the CPU: no two numbers have the same.
[[nodiscard]] Question timed_question(const WorkloadType& type, std::uint64_t number);

} // namespace pairscope::app::workshop
