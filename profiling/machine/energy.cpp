// SPDX-License-Identifier: MIT
#include "profiling/machine/energy.h"

#include "profiling/machine/nvml_library.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace pairscope::profiling {
namespace {

constexpr double seconds_at_rest = 1.0, seconds_of_runs = 3.0, seconds_of_call = 0.2;
constexpr double longest_standstill = 1.0; // [s] A counter that stands still for longer does not advance.
constexpr double between_readings = 0.005;

/// A reading right after the counter moved.
struct MeterStep {
    double joules = 0.0, when = 0.0;
    std::int64_t calls = 0; ///< how often it was done, since the beginning
};

/// Does something again and again, at least so long, until the counter moves. Absent: it stands still, or was stopped.
class MeterSteps {
public:
    MeterSteps(const EnergyWorld& world, const std::function<void()>& meanwhile, const std::stop_token& stop)
        : world_(world), meanwhile_(meanwhile), stop_(stop) {}

    std::optional<MeterStep> next(double at_least) {
        const double from = world_.now();
        std::optional<double> before = world_.joules();
        double stood_since = from;
        while (before && !stop_.stop_requested()) {
            meanwhile_();
            ++calls_;
            const std::optional<double> after = world_.joules();
            const double now = world_.now();
            if (!after) return {};
            if (*after > *before) {
                if (now - from >= at_least) return MeterStep{*after, now, calls_};
                before = after;
                stood_since = now;
            }
            if (now - stood_since > longest_standstill + at_least) return {};
        }
        return {};
    }

private:
    const EnergyWorld& world_;
    const std::function<void()>& meanwhile_;
    const std::stop_token& stop_;
    std::int64_t calls_ = 0;
};

} // namespace

MeasuredEnergy measure_energy(const EnergyWorld& world, const std::function<void(int launches)>& run, double seconds,
                              const std::stop_token& stop) {
    const int launches = int(std::clamp(std::ceil(seconds_of_call / std::max(seconds, 1e-9)), 1.0, 1e6));
    const std::string stands_still =
        "the energy per launch is not known: the board's counter of energy does not advance";
    const std::function<void()> rest = [&] { world.wait(between_readings); };
    MeterSteps at_rest(world, rest, stop);
    const auto idle_from = at_rest.next(0.0), idle_to = idle_from ? at_rest.next(seconds_at_rest) : idle_from;
    if (!idle_to) return {.why_not = stop.stop_requested() ? "measuring the energy was cancelled" : stands_still};
    const std::function<void()> call = [&] { run(launches); };
    MeterSteps running(world, call, stop);
    const auto from = running.next(0.0), to = from ? running.next(seconds_of_runs) : from;
    if (!to) return {.why_not = stop.stop_requested() ? "measuring the energy was cancelled" : stands_still};
    const std::int64_t made = (to->calls - from->calls) * launches;
    return {.energy =
                EnergyOfRun{.joules = (to->joules - from->joules) / double(made),
                            .idle_watts = (idle_to->joules - idle_from->joules) / (idle_to->when - idle_from->when),
                            .seconds = to->when - from->when,
                            .launches = made}};
}

struct EnergyMeter::State {
    nvml::Library library;
    nvml::Handle gpu = nullptr;
    bool started = false;
    std::string why_not;
};

EnergyMeter::EnergyMeter(const Device& device) : state_(std::make_unique<State>()) {
    State& s = *state_;
    if (device.backend == Backend::cpu) {
        s.why_not = "the energy per launch is not known: a CPU has no counter of energy that is read here";
        return;
    }
    s.started = s.library.init != nullptr && s.library.init() == nvml::success;
    const bool found = s.started && s.library.by_bus != nullptr && s.library.energy != nullptr &&
                       s.library.by_bus(device.bus.c_str(), &s.gpu) == nvml::success;
    if (!found || !world().joules())
        s.why_not = "the energy per launch is not known: the driver gives no counter of energy of this GPU";
}
EnergyMeter::~EnergyMeter() {
    if (state_ && state_->started && state_->library.shutdown != nullptr) state_->library.shutdown();
}
EnergyMeter::EnergyMeter(EnergyMeter&&) noexcept = default;
EnergyMeter& EnergyMeter::operator=(EnergyMeter&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

const std::string& EnergyMeter::why_not() const { return state_->why_not; }

EnergyWorld EnergyMeter::world() const {
    return {
        .joules = [this]() -> std::optional<double> {
            unsigned long long millijoules = 0;
            if (state_->gpu == nullptr || state_->library.energy(state_->gpu, &millijoules) != nvml::success) return {};
            return 1e-3 * double(millijoules);
        },
        .now =
            [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); },
        .wait = [](double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }};
}

} // namespace pairscope::profiling
