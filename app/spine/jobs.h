// SPDX-License-Identifier: MIT
// What the worker is asked to do, and what it answers: plain values that travel by queue, so that no frame waits for a
// kernel. Each kind of job stands in the header of its subject, with its answer.
#pragma once

#include "app/spine/held.h"
#include "app/spine/saving.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/output.h"
#include "app/subjects/page/page.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/source.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace pairscope::app {

/// A mapped texture, lent to the worker. It comes back with the answer; GL may not touch it in between.
struct Lease {
    int slot = 0; ///< which of the textures that take turns
    Surface matrix;
    std::optional<Surface> overview; ///< absent: the matrix is small enough without
    std::int64_t overview_factor = 1;
};

namespace job {
using All = Kinds<MakeOutput, Measure, MeasureCeilings, Compare, Count, SampleLaunch, ListCounters, Trace,
                  ReduceVectors, MakeTiles, Load, OpenRecording, SaveRecording, SaveMatrix, SavePixels, SavePoints,
                  SaveText, SavePage, FindNeighbours, CountCloserPairs, SaveRow, SaveNeighbours, SaveClusters,
                  MakeOrder, JoinMatrices, TestMatrices, MeasureClusters, MatchBackward, ReadKernel, SaveKernel,
                  TryKernel, CheckKernel, ReadCode, SampleStalls>;

/// One of them.
class Any : public Held {
public:
    template <class What>
    requires(All::have<std::remove_cvref_t<What>>) Any(What&& asked)
        : Held(std::forward<What>(asked)) {} // NOLINT: what is asked is the job
};
} // namespace job

struct Job {
    template <class What>
    requires std::constructible_from<job::Any, What&&> Job(What&& asked)
        : what(std::forward<What>(asked)) {} // NOLINT: what is asked is the job

    job::Any what;
    std::optional<Lease> lease{}; ///< the texture that the output is written to; absent: it is written to memory
};

/// Why there is no answer.
struct Failure {
    std::string message{}; ///< one or more sentences for the user; empty: the job was cancelled
    bool out_of_memory = false;
    std::optional<ReadingQuestion> question{}; ///< the user can say how the file is to be read
};

struct State;

namespace event {

/// A struct with a take() and a take_failure() declared beside it, in this namespace.
template <class Told>
concept CanBeTaken = requires(const Told& told, const Failure& failure, State& state) {
    take(told, state);
    take_failure(told, failure, state);
};

/// Holds any answer.
class Any : public Held {
public:
    template <class Told>
    requires CanBeTaken<std::remove_cvref_t<Told>> Any(Told&& told) // NOLINT: what is told is the answer
        : Held(std::forward<Told>(told)), take_([](const Held& held, const Failure* failure, State& state) {
              const auto& what = held.get<std::remove_cvref_t<Told>>();
              if (failure != nullptr)
                  take_failure(what, *failure, state);
              else
                  take(what, state);
          }) {}

    /// Null: it did not fail.
    void take_in(State& state, const Failure* failure) const { take_(*this, failure, state); }

private:
    void (*take_)(const Held&, const Failure*, State&);
};

} // namespace event

/// The answer to a job. Where there is a failure, `what` only says to what.
struct Event {
    template <class What>
    requires std::constructible_from<event::Any, What&&> Event(What&& told)
        : what(std::forward<What>(told)) {} // NOLINT: what is told is the event

    event::Any what;
    std::optional<Lease> lease{};
    std::optional<Failure> failure{};
};
[[nodiscard]] inline Event failed(event::Any what, Failure failure) {
    Event event(std::move(what));
    event.failure = std::move(failure);
    return event;
}

} // namespace pairscope::app
