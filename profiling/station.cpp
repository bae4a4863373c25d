// SPDX-License-Identifier: MIT
#include "profiling/station.h"

#include "profiling/machine_code/variant_code.h"

namespace pairscope::profiling {

Engine& Station::engine() {
    if (!engine_) engine_.emplace(device_);
    return *engine_;
}

Counting& Station::counting() {
    if (!counting_) counting_.emplace(device_);
    return *counting_;
}

void Station::load(const StationInputs& inputs) {
    const std::array rows{inputs.a.rows, inputs.b.rows};
    if (revision_ == inputs.revision && rows_ == rows) return;
    revision_ = 0; // until the new ones are there
    engine().load(inputs.a, inputs.b);
    engine().set_parameters(inputs.parameters);
    revision_ = inputs.revision;
    rows_ = rows;
}

void Station::release_memory() {
    buffers_ = {};
    engine_.reset();
    revision_ = 0;
}

void Station::rest() {
    if (counting_) counting_->rest();
}

RunnerOptions Station::watched(RunnerOptions options) {
    // A CPU reports no clocks. The runner itself measures the load by other programs if nothing else does.
    if (device_.backend != Backend::cuda || options.is_first_look) return options;
    if (!watch_) watch_.emplace(device_);
    options.watch = &*watch_;
    return options;
}

RunOutcome Station::measure(const StationRun& run, const RunnerOptions& options, const RunControl& control) {
    rest();
    return profiling::measure(engine(), run.variant, run.workload, run.target, watched(options), control);
}

BegunRun Station::begin(const StationRun& run, const RunnerOptions& options, const RunControl& control) {
    rest();
    return begin_run(engine(), run.variant, run.workload, run.target, watched(options), control);
}

void Station::take_turn(Timing& timing, const RunTarget& target) {
    rest();
    timing.take_turn(target);
}

CheckOutcome Station::check(const StationRun& run, const RunnerOptions& options, const RunControl& control) {
    return profiling::check(engine(), run.variant, run.workload, run.target, options, control);
}

RunCounts Station::count(const StationRun& run, const CounterChoice& choice, const RunControl& control) {
    Engine& here = engine();
    const Launch launch = [&] { here.run(run.variant, run.target.out, control); };
    return count_run(counting(), choice, launch, control.stop);
}

MeasuredEnergy Station::energy(const StationRun& run, double seconds, const RunControl& control) {
    const EnergyMeter meter(device_);
    if (!meter.why_not().empty()) return {.why_not = meter.why_not()};
    rest();
    const auto run_several = [&](int launches) {
        RunControl several = control;
        several.launches = launches;
        engine().run(run.variant, run.target.out, several);
    };
    return measure_energy(meter.world(), run_several, seconds, control.stop);
}

Sampled Station::sample(const StationRun& run, double seconds, const RunControl& control) {
    Engine& here = engine();
    here.run(run.variant, run.target.out, control); // the caches hold what they hold in every launch but the first
    Sampled sampled = counting().sample(seconds, [&] { here.run(run.variant, run.target.out, control); });
    if (control.stop.stop_requested()) return {.why_not = "sampling the launch was cancelled"};
    return sampled;
}

SampledStalls Station::sample_stalls(const StationRun& run, double seconds, const RunControl& control) {
    Engine& here = engine();
    rest(); // the counters of the hardware serve one way of counting at a time
    if (!stalls_) stalls_.emplace(device_);
    const SampledModule module{cubin_of(run.variant, device_.compute_capability)};
    here.run(run.variant, run.target.out, control); // the caches hold what they hold in every launch but the first
    SampledStalls stalls = stalls_->sample(seconds, module, [&] { here.run(run.variant, run.target.out, control); });
    if (control.stop.stop_requested()) return {.why_not = "sampling the instructions was cancelled"};
    return stalls;
}

} // namespace pairscope::profiling
