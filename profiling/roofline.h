// SPDX-License-Identifier: MIT
// The roofline model as pure functions (Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009).
#pragma once

#include "kernels/data/names.h"
#include "kernels/ladder/registry.h"
#include "profiling/ceilings/ceilings.h"
#include "profiling/measurement.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

struct RooflinePoint {
    double intensity = 0.0;               ///< [flop/B], [op/B] or [pair/B]
    double performance = 0.0;             ///< [flop/s], [op/s] or [pair/s]
    Provenance bytes = Provenance::model; ///< counted bytes are drawn filled, predicted ones hollow
};

/// The performance a kernel of this intensity can reach under a bandwidth [B/s] and a peak, such as [flop/s].
[[nodiscard]] double attainable(double intensity, double bandwidth, double peak);

/// The levels of memory that a roofline can be drawn for.
enum class MemoryLevel : std::uint8_t { dram, l2, l1 };
inline constexpr std::array<Name<MemoryLevel>, 3> level_names{
    {{MemoryLevel::dram, "dram", "DRAM"}, {MemoryLevel::l2, "l2", "L2"}, {MemoryLevel::l1, "l1", "L1"}}};
static_assert(is_in_order(level_names));
[[nodiscard]] constexpr std::string_view name_of(MemoryLevel level) { return name_in(level_names, level); }
[[nodiscard]] constexpr std::string_view title_of(MemoryLevel level) { return title_in(level_names, level); }

/// What the vertical axis counts: floating-point or integer arithmetic, exponentials, or the pairs that the question is
/// about.
enum class WorkUnit : std::uint8_t { flop, operation, exponential, pair };
inline constexpr std::array<Name<WorkUnit>, 4> unit_names{{{WorkUnit::flop, "flop", "flop"},
                                                           {WorkUnit::operation, "op", "op"},
                                                           {WorkUnit::exponential, "exponential", "exponentials"},
                                                           {WorkUnit::pair, "pair", "pairs"}}};
static_assert(is_in_order(unit_names));
[[nodiscard]] constexpr std::string_view name_of(WorkUnit unit) { return name_in(unit_names, unit); }
[[nodiscard]] constexpr std::string_view title_of(WorkUnit unit) { return title_in(unit_names, unit); } ///< "pairs"
[[nodiscard]] double amount_of(const Work& work, WorkUnit unit);
/// The units that the workload has work of, its arithmetic before its pairs.
[[nodiscard]] std::vector<WorkUnit> units_of(const Workload& workload);
/// The wanted one if the workload has work of it, else the first that it has.
[[nodiscard]] WorkUnit unit_for(const Workload& workload, WorkUnit wanted);

/// What a run is counted by: the work of the form in which its variant computes, and what limits this form.
struct CountedWork {
    Work work;
    /// The ceilings that the form names. If the variant leaves out work that is counted, no ceiling of arithmetic
    /// limits it.
    std::vector<CeilingKind> ceilings;
    double share = 1.0; ///< the part of the rate of a ceiling of arithmetic that the form can use
};
/// By the usual form of the workload for a null variant.
[[nodiscard]] CountedWork counted_for(const Workload& workload, const KernelVariant* variant, Entry entry);
[[nodiscard]] CountedWork counted_for(const Measurement& m);

/// What was counted between that level and the multiprocessors, both ways [B]; absent if it was not counted, or is 0.
[[nodiscard]] std::optional<double> counted_bytes(const Measurement& m, MemoryLevel level);

/// Where a measurement stands: the work of its variant's form over the counted bytes of the level, and over its time.
/// Without counters DRAM has the bytes that the variant's own model predicts; the caches are absent.
[[nodiscard]] std::optional<RooflinePoint> place(const Measurement& m, MemoryLevel level, WorkUnit unit);
[[nodiscard]] std::optional<RooflinePoint> place(const Measurement& m, MemoryLevel level); ///< by its arithmetic
[[nodiscard]] RooflinePoint place(const Measurement& m);                                   ///< for DRAM

/// The arithmetic that a kind of ceiling limits; absent for those of memory.
[[nodiscard]] std::optional<WorkUnit> arithmetic_of(CeilingKind kind);
/// A ceiling of arithmetic with the form of the workload that it limits.
struct FormLimit {
    CeilingKind kind = CeilingKind::fma;
    const WorkForm* form = nullptr; ///< null: the usual one
    bool is_own = false;            ///< it limits the variant that was asked for
    double share = 1.0;             ///< the part of the rate that the form can use
};
/// All ceilings of arithmetic of the workload, each once: those of the variant's form first, then those of other forms.
[[nodiscard]] std::vector<FormLimit> arithmetic_limits(const Workload& workload, const KernelVariant* variant);
/// The bandwidth of DRAM that limits the workload: the first of those that it names, or else the fill.
[[nodiscard]] CeilingKind memory_ceiling(const Workload& workload);
/// The ceiling of a measurement's device, for as many threads as it used. Null if not measured.
[[nodiscard]] const Ceiling* memory_ceiling_for(const Measurement& m, const Ceilings& ceilings);

/// The ceiling that limits the work: of those that the variant's form names, the one under which the compulsory work
/// takes longest. If several ceilings are for the same arithmetic, such as tensor cores and dot products, the highest
/// one counts, because each is a way to do all of it.
struct Limit {
    const Ceiling* ceiling = nullptr;
    double amount = 0.0; ///< the compulsory work, in its unit: bytes, flop, operations
    double share = 1.0;  ///< the part of the ceiling that the work can use

    [[nodiscard]] double rate() const { return share * ceiling->value; }
    [[nodiscard]] double seconds() const { return amount / rate(); } ///< that the work takes under it
};
/// Absent without a fitting ceiling: if the first that the form names was not measured, or if the form names ceilings
/// of arithmetic and only others were measured.
[[nodiscard]] std::optional<Limit> limit_for(const CountedWork& counted, int threads, const Ceilings& ceilings);
/// The limit on the measurement's device, with as many threads as it used.
[[nodiscard]] std::optional<Limit> limit_for(const Measurement& m, const Ceilings& ceilings);

/// The compulsory work of the kind that limits, over the time. Without ceilings, which may be null, it is of the first
/// kind that the workload names.
struct UsefulRate {
    std::string_view unit; ///< "B/s", "flop/s" or "op/s"
    double amount = 0.0;   ///< [B], [flop] or [op]
    double value = 0.0;
};
[[nodiscard]] UsefulRate useful_rate(const Measurement& m, const Ceilings* ceilings);

/// The time that the limiting ceiling allows over the time that was measured; absent without that ceiling. Where memory
/// limits, these are the compulsory bytes over the time as a fraction of the bandwidth.
[[nodiscard]] std::optional<double> useful_fraction(const Measurement& m, const Ceilings& ceilings);

/// Two measurements of one rate differ by as much: fractions up to 1.03 are noise, and are shown as they were measured.
inline constexpr double fraction_noise = 0.03;

/// The level of memory on which the run spends most time: its counted bytes over the bandwidth. DRAM, unless the data
/// fits in the caches and the bytes of a cache were counted.
[[nodiscard]] MemoryLevel level_that_binds(const Measurement& m, const Ceilings& ceilings);
/// The ceiling of a level that limits the workload: what it mostly does to memory, it does to the caches.
[[nodiscard]] CeilingKind slope_of(MemoryLevel level, const Workload& workload);

/// The bytes that DRAM really moved over the time, as a fraction of the workload's memory ceiling; absent without
/// it, and where they were not counted.
[[nodiscard]] std::optional<double> bandwidth_used(const Measurement& m, const Ceilings& ceilings);

/// Was the run clearly faster than its ceiling allows, by more than 5 %? Then the ceiling was measured while the
/// machine was busy, or the output stays in the caches.
[[nodiscard]] bool beats_its_ceiling(const Measurement& m, const Ceilings& ceilings);

} // namespace pairscope::profiling
