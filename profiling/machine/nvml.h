// SPDX-License-Identifier: MIT
// NVIDIA's management library, opened at run time: clocks, power, energy, and why a GPU was slowed down. Read only.
#pragma once

#include "kernels/ladder/device.h"
#include "profiling/machine/conditions.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace pairscope::profiling {

/// Looks at one GPU while it is measured. On a CPU, or without the library, it sees nothing and conditions() is absent.
/// To be used by one thread at a time. Nothing throws.
class ConditionsWatch {
public:
    explicit ConditionsWatch(const Device& device);
    ~ConditionsWatch();
    ConditionsWatch(ConditionsWatch&&) noexcept;
    ConditionsWatch& operator=(ConditionsWatch&&) noexcept;

    /// Starts again and forgets what was seen.
    void start();
    /// Looks, unless it did so less than 20 ms ago. Between runs: a look takes some microseconds.
    void look();
    /// What was seen since start(), of `launches` launches. Absent if nothing could be.
    [[nodiscard]] std::optional<Conditions> conditions(int launches);

    /// Why nothing can be seen, in one sentence; empty if something can.
    [[nodiscard]] const std::string& why_not() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pairscope::profiling
