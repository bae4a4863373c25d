// SPDX-License-Identifier: MIT
// The counters of one device, by CUPTI's Range Profiler: a range of our own around the launch, which is run again for
// every pass. The variants may be run again: they write the same answer every time.
#pragma once

#include "profiling/counters.h"
#include "profiling/counting.h"
#include "profiling/cupti/host.h"

#include <map>
#include <string>
#include <vector>

namespace pairscope::profiling::cupti {

/// Belongs to one thread at a time. The profiler is switched on by the first count() and stays on: switching it on
/// takes six times as long as a count of one pass.
class CounterSession {
public:
    /// Throws Error where the counters cannot be read, with the way out; cuda::Error.
    CounterSession(Library library, const Device& device);
    ~CounterSession();
    CounterSession(CounterSession&& other) noexcept;
    CounterSession& operator=(CounterSession&& other) noexcept;

    [[nodiscard]] const Host& host() const { return host_; }

    /// Launches once a pass. What has no value in the end is missing from the counts. Throws Error, cuda::Error, and
    /// what `launch` throws; the session can be used again after all of them.
    [[nodiscard]] Counters count(const std::vector<Asked>& asked, const Launch& launch);

    /// Switches the profiler off until the next count().
    void rest();

private:
    /// What one list of metrics needs, made once.
    struct Prepared {
        std::vector<std::string> metrics;
        Configuration configuration;
        std::vector<std::uint8_t> data;
    };
    void enable();
    Prepared& prepared(const std::vector<Asked>& asked);
    void configure(Prepared& list);
    void run_passes(const Prepared& list, const Launch& launch);
    void decode(const Prepared& list);

    Library library_;
    int ordinal_;
    Host host_;
    CUpti_RangeProfiler_Object* profiler_ = nullptr; ///< null: switched off
    std::map<std::string, Prepared> prepared_;       ///< by the names of their metrics
};

} // namespace pairscope::profiling::cupti
