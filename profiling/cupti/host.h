// SPDX-License-Identifier: MIT
// CUPTI's host side: which metrics a chip has, how many passes they cost, and what their counts mean. It needs neither
// a GPU nor a driver.
#pragma once

#include "profiling/cupti/library.h"
#include "profiling/metrics.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::profiling::cupti {

/// The chips that this CUPTI knows, oldest first. Throws Error.
[[nodiscard]] std::vector<std::string> chips(const Functions& functions);

/// What the device side is told to count.
struct Configuration {
    std::vector<std::uint8_t> image;
    int passes = 0;
};

/// The metrics of one chip.
class Host {
public:
    /// `availability` is the device's own list of counters; empty: all that the chip has. Throws Error.
    Host(Library library, std::string chip, std::vector<std::uint8_t> availability = {});
    ~Host();
    Host(Host&& other) noexcept;
    Host& operator=(Host&& other) noexcept;

    [[nodiscard]] const std::string& chip() const { return chip_; }

    /// Can it be counted? A metric has an ending: "dram__bytes.sum", and not "dram__bytes".
    [[nodiscard]] bool knows(const std::string& metric) const;
    /// Of a metric with or without its ending; absent if there is none of that name.
    [[nodiscard]] std::optional<MetricFact> fact_of(const std::string& metric) const;
    /// All metrics without their endings, counters first. Throws Error.
    [[nodiscard]] std::vector<MetricFact> metrics() const;
    /// ".sum", ".avg.per_second" ...: what can follow a metric of metrics(). Throws Error.
    [[nodiscard]] std::vector<std::string> endings(const MetricFact& metric) const;

    /// One unknown name refuses the whole list: ask knows() before. Throws Error.
    [[nodiscard]] Configuration configuration(std::span<const std::string> metrics) const;
    /// The value of one metric in a counter-data image; absent if it was not counted.
    [[nodiscard]] std::optional<double> value(std::span<const std::uint8_t> data, const std::string& metric) const;

private:
    [[nodiscard]] CUpti_Profiler_Host_Object* make() const;
    void destroy(CUpti_Profiler_Host_Object* object) const;

    Library library_;
    std::string chip_;
    std::vector<std::uint8_t> availability_;
    CUpti_Profiler_Host_Object* object_ = nullptr;
};

/// What of a choice this chip can count. A metric may also be the name of a quantity.
[[nodiscard]] Resolved resolve(const Host& host, const CounterChoice& choice);

} // namespace pairscope::profiling::cupti
