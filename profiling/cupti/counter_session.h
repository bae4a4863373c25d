// SPDX-License-Identifier: MIT
// The counters of one device, by CUPTI's Range Profiler. The launch is run again for every pass; variants may be: they
// write the same output every time. A single kernel is counted by itself, from its first instruction to its last; a
// range of our own around the launch would add what the host does between (55 us on an H200 for a kernel of 3 us).
#pragma once

#include "profiling/counting/counters.h"
#include "profiling/counting/counting.h"
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
    /// A range is what is counted as one: each kernel by itself (CUPTI marks them), or all of a launch (we do).
    enum class Range : bool { kernel, launch };
    void enable(const CounterList& list, Range range);
    [[nodiscard]] const CounterList& list_of(const std::vector<Asked>& asked);
    void size_image(const CounterList& list);
    void configure(const CounterList& list, Range range);
    void run_passes(const CounterList& list, Range range, const Launch& launch);
    /// How many ranges there were; more than fit are told as one more.
    [[nodiscard]] std::size_t decoded_ranges();
    [[nodiscard]] std::size_t count_ranges(const CounterList& list, Range range, const Launch& launch);

    Library library_;
    int ordinal_;
    Host host_;
    CUpti_RangeProfiler_Object* profiler_ = nullptr; ///< null: switched off
    const CounterList* counted_ = nullptr;           ///< what the profiler was switched on for
    Range range_ = Range::kernel;                    ///< and how
    std::vector<std::uint8_t> image_;                ///< for its counts
    std::map<std::string, CounterList> lists_;       ///< by the names of their counters; they stay where they are
};

} // namespace pairscope::profiling::cupti
