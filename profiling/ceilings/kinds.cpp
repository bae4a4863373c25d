// SPDX-License-Identifier: MIT
#include "profiling/ceilings/kinds.h"

namespace pairscope::profiling {
namespace {

constexpr std::string_view bytes = "B/s", flops = "flop/s", operations = "op/s";

struct Words {
    CeilingKind kind;
    std::string_view name, title, unit, meaning;
};

using enum CeilingKind;

/// In the order of the enumeration.
constexpr std::array<Words, ceiling_kinds.size()> table{
    {{fill, "fill", "fill", bytes,
      "Writes memory in the fastest way found. A kernel that writes a matrix can reach this rate."},
     {streaming_fill, "streaming_fill", "streaming fill", bytes,
      "Writes memory past the caches, so that no line is read before it is overwritten."},
     {plain_fill, "plain_fill", "plain fill", bytes,
      "Writes memory with ordinary stores, through the caches. A simple loop can reach this rate."},
     {surface_fill, "surface_fill", "surface fill", bytes,
      "Writes a 2-D texture in whole sectors. A kernel that writes the picture can reach this rate."},
     {copy, "copy", "copy", bytes, "Reads memory and writes it to another place. Both directions are counted."},
     {read, "read", "read", bytes, "Reads memory and sums it up."},
     {l1_read, "l1_read", "L1 read", bytes, "Reads data that is in the L1 cache of each core or multiprocessor."},
     {l2_read, "l2_read", "L2 read", bytes, "Reads data that is in the L2 cache."},
     {l2_write, "l2_write", "L2 write", bytes, "Writes data that stays in the L2 cache."},
     {l3_read, "l3_read", "L3 read", bytes, "Reads data that is in the L3 cache."},
     {shared_read, "shared_read", "shared memory read", bytes, "Reads shared memory without bank conflicts."},
     {fma, "fma", "FMA fp32", flops, "Computes fused multiply-adds of 32-bit floats, which are two operations each."},
     {squared_difference, "squared_difference", "squared differences", flops,
      "Subtracts 32-bit floats, and multiplies each difference by itself and adds it up: three operations by two "
      "instructions."},
     {absolute_difference, "absolute_difference", "absolute differences", flops,
      "Subtracts 32-bit floats and adds up the differences without their signs: two operations, which no multiply-add "
      "combines."},
     {largest_difference, "largest_difference", "largest differences", flops,
      "Subtracts 32-bit floats and keeps the largest difference without its sign: two operations."},
     {special_function, "special_function", "special function", operations,
      "Computes approximate rsqrt or exp2 on a GPU, and exp by a polynomial on a CPU. Each is one operation."},
     {int8_dot, "int8_dot", "int8 dot product", operations,
      "Multiplies four bytes by four bytes and adds the products, without tensor cores. An instruction is eight "
      "operations."},
     {tensor_fp16, "tensor_fp16", "tensor fp16", flops, "Multiplies fp16 matrices with fp32 sums, on tensor cores."},
     {tensor_tf32, "tensor_tf32", "tensor tf32", flops, "Multiplies tf32 matrices with fp32 sums, on tensor cores."},
     {tensor_int8, "tensor_int8", "tensor int8", operations,
      "Multiplies int8 matrices with int32 sums, on tensor cores."}}};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].kind) != i || ceiling_kinds[i] != table[i].kind) return false;
    return true;
}
static_assert(is_in_order());

const Words& words_of(CeilingKind kind) { return table.at(static_cast<std::size_t>(kind)); }

/// The own ceilings of all workloads, in their order. Their kinds follow those of the table.
const std::vector<const OwnCeiling*>& own_ceilings() {
    static const std::vector<const OwnCeiling*> all = [] {
        std::vector<const OwnCeiling*> found;
        for (const WorkloadType& type : workload_types())
            for (const OwnCeiling& own : type.own_ceilings) found.push_back(&own);
        return found;
    }();
    return all;
}

CeilingKind own_kind(std::size_t index) { return static_cast<CeilingKind>(table.size() + index); }

std::string_view unit_of(Arithmetic counted) {
    switch (counted) {
    case Arithmetic::flop:
        return flops;
    case Arithmetic::operation:
    case Arithmetic::exponential:
        return operations;
    }
    return operations;
}

bool is_essential(CeilingKind kind) {
    return kind == fill || kind == streaming_fill || kind == plain_fill || kind == fma;
}

std::vector<CeilingKind> kinds_where(bool essential) {
    std::vector<CeilingKind> kinds;
    for (const CeilingKind kind : all_ceiling_kinds())
        if (is_essential(kind) == essential) kinds.push_back(kind);
    return kinds;
}

} // namespace

std::vector<CeilingKind> all_ceiling_kinds() {
    std::vector<CeilingKind> kinds(ceiling_kinds.begin(), ceiling_kinds.end());
    for (std::size_t i = 0; i < own_ceilings().size(); ++i) kinds.push_back(own_kind(i));
    return kinds;
}

const OwnCeiling* own_ceiling_of(CeilingKind kind) {
    const auto at = static_cast<std::size_t>(kind);
    return at < table.size() ? nullptr : own_ceilings().at(at - table.size());
}

std::string_view name_of(CeilingKind kind) {
    const OwnCeiling* const own = own_ceiling_of(kind);
    return own == nullptr ? words_of(kind).name : own->name;
}
std::string_view title_of(CeilingKind kind) {
    const OwnCeiling* const own = own_ceiling_of(kind);
    return own == nullptr ? words_of(kind).title : own->title;
}
std::string_view unit_of(CeilingKind kind) {
    const OwnCeiling* const own = own_ceiling_of(kind);
    return own == nullptr ? words_of(kind).unit : unit_of(own->counts);
}
std::string_view meaning_of(CeilingKind kind) {
    const OwnCeiling* const own = own_ceiling_of(kind);
    return own == nullptr ? words_of(kind).meaning : own->meaning;
}

std::optional<Arithmetic> counted_by(CeilingKind kind) {
    if (const OwnCeiling* const own = own_ceiling_of(kind)) return own->counts;
    if (kind == special_function) return Arithmetic::exponential;
    if (words_of(kind).unit == flops) return Arithmetic::flop;
    return words_of(kind).unit == operations ? std::optional(Arithmetic::operation) : std::nullopt;
}

std::optional<CeilingKind> ceiling_kind_named(std::string_view name) {
    for (const Words& words : table)
        if (words.name == name) return words.kind;
    for (std::size_t i = 0; i < own_ceilings().size(); ++i)
        if (own_ceilings()[i]->name == name) return own_kind(i);
    return {};
}

std::vector<CeilingKind> essential_ceilings() { return kinds_where(true); }
std::vector<CeilingKind> other_ceilings() { return kinds_where(false); }

} // namespace pairscope::profiling
