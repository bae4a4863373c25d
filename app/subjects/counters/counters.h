// SPDX-License-Identifier: MIT
// Counters: what was counted of which run, what is counted next, and the browser of counters.
#pragma once

#include "app/subjects/ladder/ladder.h"
#include "profiling/counting/chip_counters.h"
#include "profiling/counting/count_run.h"
#include "profiling/cupti/catalogue.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// A picture that was counted while it was made: where the roofline's dot is during a drag.
struct LivePoint {
    std::string variant_id;
    std::uint64_t revision = 0;
    profiling::Counters counters;
    Clock::time_point when;
    double cost = 0.0;    ///< what counting took [s]
    bool sampled = false; ///< which is so quick that every picture can be counted
};

/// What is asked of the browser of counters.
struct CountersQuestion {
    std::string chip;                ///< "GH100"; empty: the first that can be had
    std::vector<std::string> picked; ///< counters with endings; the question is how many passes they need
    std::string chosen;              ///< without ending: which endings are there? Empty: of none
    bool operator==(const CountersQuestion&) const = default;
};

/// Counters: what was counted of which run, what is wanted, and the browser of counters.
struct CounterState {
    bool on = true; ///< count the live set after every measurement, and while points are dragged
    std::map<std::size_t, std::string> forbidden;                       ///< why nothing can be counted, by device index
    std::set<std::pair<RunKey, profiling::CounterSet>> wanted, counted; ///< counted: or tried, and it is absent
    std::map<RunKey, std::vector<std::string>> picked_counted;
    std::optional<LivePoint> live;
    std::map<RunKey, std::string> sampled;          ///< launches that were sampled; or why one was not
    std::map<std::size_t, std::string> not_sampled; ///< why no launch is sampled, by device index

    bool browsing = false; ///< the panel with the browser was opened
    CountersQuestion question;
    std::optional<CountersQuestion> answered;
    std::string no_counters; ///< why there are none to browse
    std::vector<std::string> chips;
    std::shared_ptr<const std::vector<profiling::CounterFact>> listed; ///< what question.chip can count; null: not yet
    int passes = 0;                                                    ///< the passes that the picked counters need
    std::vector<std::string> endings;                                  ///< the endings of the chosen counter
    std::string search;
};

namespace command {

struct CountMore {
    profiling::CounterSet set;
}; ///< counts more for the selected variant
struct PickCounter {
    std::string counter; ///< the name with its ending: "dram__bytes.sum"
    bool on;
};
struct SearchCounters {
    std::string text;
};
struct ChooseCounter {
    std::string name; ///< without ending; its endings are listed
};
struct ChooseChip {
    std::string chip;
}; ///< whose counters are browsed
struct SetCounting {
    bool on;
};
struct SampleLaunch {}; ///< samples one launch of the selected variant again, and one of the compared variant

void carry_out(const CountMore&, State&, Effects&);
void carry_out(const PickCounter&, State&, Effects&);
void carry_out(const SearchCounters&, State&, Effects&);
void carry_out(const ChooseCounter&, State&, Effects&);
void carry_out(const ChooseChip&, State&, Effects&);
void carry_out(const SetCounting&, State&, Effects&);
void carry_out(const SampleLaunch&, State&, Effects&);

} // namespace command

namespace job {

/// Count what the hardware does while the variant runs, and take kernel times from activity records.
struct Count {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    profiling::CounterChoice choice;
};
/// Sample what the hardware does in the course of one launch.
struct SampleLaunch {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    double seconds = 0.0; ///< that a launch takes, about
};
/// Ask the browser of counters.
struct ListCounters {
    CountersQuestion question;
    std::optional<Device> device; ///< the GPU whose chip is meant where the question names none
};

} // namespace job

namespace event {

struct Counted {
    RunKey key;
    profiling::CounterChoice choice;
    profiling::RunCounts counts;
};
struct LaunchSampled {
    RunKey key;
    profiling::Sampled sampled;
    std::string why_not_here; ///< why no launch can be sampled on this device; empty if one can
    bool cancelled = false;   ///< nothing is known; it begins again
};
struct CountersListed {
    CountersQuestion question; ///< the question, with the chip that was meant
    std::string why_not;
    std::vector<std::string> chips;
    std::shared_ptr<const std::vector<profiling::CounterFact>> counters;
    int passes = 0;
    std::vector<std::string> endings;
};

void take(const Counted&, State&);
void take_failure(const Counted&, const Failure&, State&);
void take(const LaunchSampled&, State&);
void take_failure(const LaunchSampled&, const Failure&, State&);
void take(const CountersListed&, State&);
void take_failure(const CountersListed&, const Failure&, State&);

} // namespace event

/// Counts of the selected variant: the live set, then what was asked for; absent: nothing is missing.
[[nodiscard]] std::optional<Job> selected_count_job(const State& state);
/// The live set of the other measured variants.
[[nodiscard]] std::optional<Job> background_count_job(const State& state);
/// What the browser of counters was asked; absent: it has answered.
[[nodiscard]] std::optional<Job> counter_list_job(const State& state);

/// Should the picture that is made now be counted? While points are dragged: every one where the counters are sampled,
/// which takes some 5 ms. Elsewhere about two per second: counting takes 30 to 50 ms, in which no other picture is
/// made. In between the bytes hardly change, and each picture has its own time.
[[nodiscard]] bool counts_pictures(const State& state, std::size_t device, Clock::time_point now);

/// The counts that the drag shows for this variant; null: none, or of older points than those at rest.
[[nodiscard]] const profiling::Counters* live_counters(const State& state, const KernelVariant& variant);

/// How often pictures are counted while points are dragged, and why not more often, in one sentence; empty before the
/// first drag.
[[nodiscard]] std::string live_counting_words(const State& state);

/// What will fill the counters panel, or why nothing will, in one sentence; empty if the counts are there.
[[nodiscard]] std::string counters_await(const State& state);

void count_more(State& state, profiling::CounterSet set); ///< for the selected variant
void search_counters(CounterState& counters, const std::string& text);
void sample_again(State& state); ///< the launches of the selected variant and of the one it is compared with
void choose_chip(CounterState& counters, const std::string& chip);

} // namespace pairscope::app
