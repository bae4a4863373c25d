// SPDX-License-Identifier: MIT
// The counters that the hardware counters of a chip give, for browsing: names, what they mean, how many passes they
// cost. Needs CUPTI and no GPU. In a build without CUDA it always says why not.
#pragma once

#include "kernels/data/names.h"
#include "profiling/cupti/catalogue.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

enum class CounterKind : std::uint8_t { counter, ratio, throughput };
inline constexpr std::array<Name<CounterKind>, 3> counter_kind_names{
    {{CounterKind::counter, "counter"}, {CounterKind::ratio, "ratio"}, {CounterKind::throughput, "throughput"}}};
static_assert(is_in_order(counter_kind_names));
[[nodiscard]] constexpr std::string_view name_of(CounterKind kind) { return name_in(counter_kind_names, kind); }

/// A counter without its ending: "dram__bytes". The texts are CUPTI's own.
struct CounterFact {
    std::string name;
    CounterKind kind = CounterKind::counter;
    std::string description;
    std::string unit;     ///< "byte"; may be empty
    std::string hardware; ///< the unit of the chip that counts it: "dram"
};

/// What is to be counted: sets of quantities, and counters by their own names ("dram__bytes.sum.per_second").
struct CounterChoice {
    std::vector<CounterSet> sets{};
    std::vector<std::string> counters{};
};

/// A count under the counter that a chip has for it. The value is the counter's times `scale`.
struct Asked {
    std::string name;
    std::string counter;
    double scale = 1.0;
    bool operator==(const Asked&) const = default;
};

/// What of a choice a chip can count, without repetitions, and the names of what it cannot.
struct Resolved {
    std::vector<Asked> asked{};
    std::vector<std::string> absent{};
};

/// The browser of one chip's counters.
class ChipCounters {
public:
    /// The chips this CUPTI knows; empty if there is no CUPTI.
    [[nodiscard]] static std::vector<std::string> chips();

    /// Lists the counters of a chip such as "GH100". Never throws: why_not() says what is wrong.
    explicit ChipCounters(const std::string& chip);
    ~ChipCounters();
    ChipCounters(ChipCounters&&) noexcept;
    ChipCounters& operator=(ChipCounters&&) noexcept;

    /// Why there are no counters, in one sentence; empty if there are. Then only may the members below be called.
    [[nodiscard]] const std::string& why_not() const;
    /// Thousands, without endings; sorted by name.
    [[nodiscard]] const std::vector<CounterFact>& all() const;
    /// What can follow a name of all(): ".sum", ".avg.per_second" ...
    [[nodiscard]] std::vector<std::string> endings(const CounterFact& counter) const;
    /// Is this a counter with an ending that the chip has?
    [[nodiscard]] bool knows(const std::string& counter) const;
    [[nodiscard]] Resolved resolve(const CounterChoice& choice) const;
    /// How often a run is replayed to count all of these; 0 for none. Throws std::runtime_error.
    [[nodiscard]] int passes(const std::vector<Asked>& asked) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The counters whose name, or else whose description, contains every word of the text, in any case.
[[nodiscard]] std::vector<const CounterFact*> matching(const std::vector<CounterFact>& counters, std::string_view text);

/// The few names that are most like a mistyped one, best first.
[[nodiscard]] std::vector<std::string> near_names(const std::vector<std::string>& names, std::string_view typed);

} // namespace pairscope::profiling
