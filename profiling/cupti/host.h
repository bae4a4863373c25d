// SPDX-License-Identifier: MIT
// CUPTI's host side: which counters a chip has, how many passes they cost, and what their counts mean. It needs neither
// a GPU nor a driver.
#pragma once

#include "profiling/counting/chip_counters.h"
#include "profiling/cupti/library.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::profiling::cupti {

/// The chips that this CUPTI knows, oldest first. Throws Error.
[[nodiscard]] std::vector<std::string> chips(const Functions& functions);

/// The names as CUPTI asks for them; valid as long as the strings are.
[[nodiscard]] std::vector<const char*> pointers_to(std::span<const std::string> names);

/// An owner of a host object of CUPTI.
class HostObject {
public:
    HostObject(Library library, const std::string& chip, std::span<const std::uint8_t> availability,
               CUpti_ProfilerType type);
    ~HostObject();
    HostObject(HostObject&& other) noexcept;
    HostObject& operator=(HostObject&& other) noexcept;

    [[nodiscard]] CUpti_Profiler_Host_Object* get() const { return object_; }
    [[nodiscard]] const Functions& functions() const { return *library_.functions; }

private:
    Library library_;
    CUpti_Profiler_Host_Object* object_ = nullptr;
};

/// A list of counters that are counted together, and what their counts mean. The host object belongs to the list: one
/// that has read the counts of a list reads no other's.
class CounterList {
public:
    /// One unknown name refuses the whole list: ask Host::knows() before. Throws Error.
    CounterList(HostObject object, std::vector<std::string> counters);

    [[nodiscard]] const std::vector<std::string>& counters() const { return counters_; }
    /// What the device side is told to count.
    [[nodiscard]] std::span<const std::uint8_t> image() const { return image_; }
    [[nodiscard]] int passes() const { return passes_; }
    /// The value of one counter in the first range of a counter-data image; absent if it was not counted.
    [[nodiscard]] std::optional<double> value(std::span<const std::uint8_t> data, const std::string& counter) const;
    /// The values of all counters() in one range or sample of an image. Throws Error.
    [[nodiscard]] std::vector<double> values(std::span<const std::uint8_t> data, std::size_t index) const;

private:
    HostObject object_;
    std::vector<std::string> counters_;
    std::vector<std::uint8_t> image_;
    int passes_ = 0;
};

/// The counters of one chip.
class Host {
public:
    /// `availability` is the device's own list of counters; empty: all that the chip has. Throws Error.
    Host(Library library, std::string chip, std::vector<std::uint8_t> availability = {},
         CUpti_ProfilerType type = CUPTI_PROFILER_TYPE_RANGE_PROFILER);

    [[nodiscard]] const std::string& chip() const { return chip_; }

    /// Can it be counted? A counter has an ending: "dram__bytes.sum", and not "dram__bytes".
    [[nodiscard]] bool knows(const std::string& counter) const;
    /// The facts about a counter, named with or without its ending. Absent if there is none of that name.
    [[nodiscard]] std::optional<CounterFact> fact_of(const std::string& counter) const;
    /// All without their endings, plain counters first. Throws Error.
    [[nodiscard]] std::vector<CounterFact> counters() const;
    /// ".sum", ".avg.per_second" ...: what can follow a counter of counters(). Throws Error.
    [[nodiscard]] std::vector<std::string> endings(const CounterFact& counter) const;
    /// Throws Error.
    [[nodiscard]] CounterList list(std::vector<std::string> counters) const;

private:
    Library library_;
    std::string chip_;
    std::vector<std::uint8_t> availability_;
    CUpti_ProfilerType type_;
    HostObject object_;
};

/// What of a choice this chip can count. A counter may also be the name of a quantity.
[[nodiscard]] Resolved resolve(const Host& host, const CounterChoice& choice);

} // namespace pairscope::profiling::cupti
