// SPDX-License-Identifier: MIT
#include "profiling/machine/nvml.h"

#include "profiling/machine/nvml_library.h"
#include "profiling/statistics.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pairscope::profiling {
namespace {

using namespace std::chrono_literals;
using nvml::gpu_temperature;
using nvml::graphics_clock;
using nvml::Handle;
using nvml::Library;
using nvml::memory_clock;
using nvml::success;
using Clock = std::chrono::steady_clock;
constexpr auto between_looks = 20ms;
constexpr auto least_for_energy = 300ms; // the meter moves only some times per second

struct Reason {
    unsigned long long bit;
    const char* words;
};
constexpr std::array<Reason, 7> reasons{{{0x2, "clocks set by a user"},
                                         {0x4, "power cap"},
                                         {0x8, "hardware slowdown"},
                                         {0x10, "another GPU's clocks"},
                                         {0x20, "heat"},
                                         {0x40, "heat"},
                                         {0x80, "power brake"}}};

std::optional<double> asked(int (*question)(Handle, unsigned, unsigned*), Handle gpu, unsigned what) {
    unsigned value = 0;
    if (question == nullptr || question(gpu, what, &value) != success) return std::nullopt;
    return value;
}

std::optional<double> in_hertz(std::optional<double> megahertz) {
    return megahertz ? std::optional(1e6 * *megahertz) : std::nullopt;
}

std::optional<double> mean(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

} // namespace

struct ConditionsWatch::State {
    Library library;
    Handle gpu = nullptr;
    bool started = false; ///< nvmlInit was called with success
    std::string why_not;
    Clock::time_point start{}, last_look{};
    std::vector<double> clocks, powers; // [Hz], [W]
    std::optional<double> memory, temperature;
    unsigned long long reasons_seen = 0;
    std::optional<unsigned long long> first_energy; // [mJ]

    void open(const Device& device);
    void look();
    [[nodiscard]] std::optional<unsigned long long> energy() const {
        unsigned long long value = 0;
        if (library.energy == nullptr || library.energy(gpu, &value) != success) return std::nullopt;
        return value;
    }
};

void ConditionsWatch::State::open(const Device& device) {
    if (library.init == nullptr || library.by_bus == nullptr) {
        why_not = "clocks and power are not known: libnvidia-ml.so.1, a part of NVIDIA's driver, was not found";
    } else if (library.init() != success) {
        why_not = "clocks and power are not known: the driver's management library did not start";
    } else {
        started = true;
        if (library.by_bus(device.bus.c_str(), &gpu) != success) gpu = nullptr;
        if (gpu == nullptr)
            why_not = "clocks and power are not known: the driver does not report those of " + device.name;
    }
}

void ConditionsWatch::State::look() {
    last_look = Clock::now();
    if (const auto clock = in_hertz(asked(library.clock, gpu, graphics_clock))) clocks.push_back(*clock);
    if (unsigned milliwatts = 0; library.power != nullptr && library.power(gpu, &milliwatts) == success)
        powers.push_back(1e-3 * milliwatts);
    if (unsigned long long now = 0; library.slowed_by != nullptr && library.slowed_by(gpu, &now) == success)
        reasons_seen |= now;
    memory = in_hertz(asked(library.clock, gpu, memory_clock));
    temperature = asked(library.temperature, gpu, gpu_temperature);
}

ConditionsWatch::ConditionsWatch(const Device& device) : state_(std::make_unique<State>()) {
    if (device.backend == Backend::cuda)
        state_->open(device);
    else
        state_->why_not = "clocks and power are not read on a CPU";
}
ConditionsWatch::~ConditionsWatch() {
    if (state_ && state_->started && state_->library.shutdown != nullptr) state_->library.shutdown();
}
ConditionsWatch::ConditionsWatch(ConditionsWatch&&) noexcept = default;
ConditionsWatch& ConditionsWatch::operator=(ConditionsWatch&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

const std::string& ConditionsWatch::why_not() const { return state_->why_not; }

void ConditionsWatch::start() {
    State& s = *state_;
    if (s.gpu == nullptr) return;
    s.clocks.clear();
    s.powers.clear();
    s.reasons_seen = 0;
    s.last_look = {};
    s.start = Clock::now();
    s.first_energy = s.energy();
}

void ConditionsWatch::look() {
    if (state_->gpu != nullptr && Clock::now() - state_->last_look >= between_looks) state_->look();
}

std::optional<Conditions> ConditionsWatch::conditions(int launches) {
    State& s = *state_;
    if (s.gpu == nullptr) return std::nullopt;
    s.look();
    Conditions seen;
    if (!s.clocks.empty()) {
        seen.clock = median(s.clocks);
        seen.lowest_clock = *std::ranges::min_element(s.clocks);
    }
    seen.highest_clock = in_hertz(asked(s.library.max_clock, s.gpu, graphics_clock));
    seen.memory_clock = s.memory;
    seen.power = mean(s.powers);
    seen.temperature = s.temperature;
    const auto energy = s.energy();
    if (s.first_energy && energy && Clock::now() - s.start >= least_for_energy && launches > 0)
        seen.joules = 1e-3 * static_cast<double>(*energy - *s.first_energy) / launches;
    for (const Reason& reason : reasons)
        if ((s.reasons_seen & reason.bit) != 0 &&
            std::ranges::find(seen.slowed_by, reason.words) == seen.slowed_by.end())
            seen.slowed_by.emplace_back(reason.words);
    return seen;
}

} // namespace pairscope::profiling
