// SPDX-License-Identifier: MIT
// What one run costs in joules, by the board's own counter of energy: over at least three seconds of runs, from one
// step of the counter to another, because it moves only some times per second.
#pragma once

#include "kernels/ladder/device.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace pairscope::profiling {

struct EnergyOfRun {
    double joules = 0.0;     ///< energy of the whole board per launch, with what it takes at rest
    double idle_watts = 0.0; ///< power of the whole board at rest, right before
    double seconds = 0.0;    ///< the time of these launches
    std::int64_t launches = 0;
};

/// The energy, or why there is none.
struct MeasuredEnergy {
    std::optional<EnergyOfRun> energy{};
    std::string why_not{}; ///< in one sentence; empty if there is one
};

/// What measuring needs from the world; tests have another one.
struct EnergyWorld {
    std::function<std::optional<double>()> joules; ///< total energy of the board since some beginning
    std::function<double()> now;                   ///< [s]
    std::function<void(double seconds)> wait;
};

/// Looks at the board at rest for a second, then calls `run` for at least three seconds, which makes that many launches
/// and waits for their end. A launch takes about `seconds`. The board rests while its counter is read, which takes some
/// milliseconds, so a call makes a fifth of a second of launches. Takes about 4.5 s. What `run` throws goes through.
[[nodiscard]] MeasuredEnergy measure_energy(const EnergyWorld& world, const std::function<void(int launches)>& run,
                                            double seconds, const std::stop_token& stop);

/// The counter of a GPU, by NVIDIA's management library.
class EnergyMeter {
public:
    explicit EnergyMeter(const Device& device);
    ~EnergyMeter();
    EnergyMeter(EnergyMeter&&) noexcept;
    EnergyMeter& operator=(EnergyMeter&&) noexcept;

    /// Why there is no counter, in one sentence; empty if there is one.
    [[nodiscard]] const std::string& why_not() const;
    /// The real world with this counter.
    [[nodiscard]] EnergyWorld world() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pairscope::profiling
