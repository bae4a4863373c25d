// SPDX-License-Identifier: MIT
// What -fsanitize=signed-integer-overflow,bounds calls in a kernel. The names and the layout of the data are the
// compiler's; its library is not linked. The host's code, under the sanitizers, calls functions with other names, which
// end in _abort. Weak, because the library of clang++ has both, and then keeps its own.
#include "kernels/engines/simt/block_runner.h"
#include "kernels/engines/simt/kernel_calls.h"
#include "kernels/engines/simt/shim/shared_arrays.h"

#include <fmt/format.h>

#include <cstdint>

namespace pairscope::simt {
namespace {

struct TypeDescriptor {
    std::uint16_t kind; ///< 0: integer, 1: floating point, or an array of them
    std::uint16_t info; ///< integers: bit 0: signed, above it the logarithm of the bits; floating point: the bits
    char name[1];
};
struct CheckedPlace {
    const char* file;
    std::uint32_t line, column;
};
struct CheckedArithmetic {
    CheckedPlace place;
    const TypeDescriptor* type;
};
struct CheckedIndex {
    CheckedPlace place;
    const TypeDescriptor *array, *index;
};

int bits_of(const TypeDescriptor& type) {
    if (type.kind == 0) return 1 << (type.info >> 1);
    return type.kind == 1 ? type.info : 0;
}

/// Values of up to 64 bits are passed in a register, and the bits above them are not defined.
std::int64_t value_of(std::uintptr_t passed, const TypeDescriptor& type) {
    const int unused = 64 - bits_of(type);
    const bool is_signed = (type.info & 1) != 0;
    return is_signed ? static_cast<std::int64_t>(passed << unused) >> unused
                     : static_cast<std::int64_t>(passed << unused >> unused);
}

__int128 exactly(__int128 a, char operation, __int128 b) {
    return operation == '+' ? a + b : operation == '-' ? a - b : operation == '*' ? a * b : -a; // -a: of a / -1
}

void find_overflow(const CheckedArithmetic& checked, std::uintptr_t left, char operation, std::uintptr_t right,
                   const void* pc) {
    if (!host_thread.watched || bits_of(*checked.type) > 64) return;
    const std::int64_t a = value_of(left, *checked.type), b = value_of(right, *checked.type);
    const __int128 exact = exactly(a, operation, b);
    const int bits = bits_of(*checked.type);
    const std::int64_t wrapped = value_of(static_cast<std::uintptr_t>(exact), *checked.type);
    host_thread.runner->report(FindingKind::integer_overflow,
                               fmt::format("computes {} {} {}, which does not fit into {} bits and becomes {}", a,
                                           operation, b, bits, wrapped),
                               reinterpret_cast<std::uintptr_t>(pc));
}

} // namespace

void leave_shared_array(std::int64_t index, std::int64_t extent, int element_bytes) {
    if (!host_thread.watched) return;
    host_thread.runner->leave_array({.index = index, .extents = {extent}, .element_bytes = element_bytes},
                                    reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

} // namespace pairscope::simt

extern "C" {
using namespace pairscope::simt;
[[gnu::weak]] void __ubsan_handle_add_overflow(const CheckedArithmetic* checked, std::uintptr_t left,
                                               std::uintptr_t right) {
    find_overflow(*checked, left, '+', right, __builtin_return_address(0));
}
[[gnu::weak]] void __ubsan_handle_sub_overflow(const CheckedArithmetic* checked, std::uintptr_t left,
                                               std::uintptr_t right) {
    find_overflow(*checked, left, '-', right, __builtin_return_address(0));
}
[[gnu::weak]] void __ubsan_handle_mul_overflow(const CheckedArithmetic* checked, std::uintptr_t left,
                                               std::uintptr_t right) {
    find_overflow(*checked, left, '*', right, __builtin_return_address(0));
}
[[gnu::weak]] void __ubsan_handle_divrem_overflow(const CheckedArithmetic* checked, std::uintptr_t left,
                                                  std::uintptr_t right) {
    find_overflow(*checked, left, '/', right, __builtin_return_address(0));
}
[[gnu::weak]] void __ubsan_handle_negate_overflow(const CheckedArithmetic* checked, std::uintptr_t value) {
    find_overflow(*checked, 0, '-', value, __builtin_return_address(0));
}
[[gnu::weak]] void __ubsan_handle_out_of_bounds(const CheckedIndex* checked, std::uintptr_t index) {
    if (!host_thread.watched) return;
    host_thread.runner->leave_array({.index = value_of(index, *checked->index),
                                     .extents = extents_of(checked->array->name),
                                     .element_bytes = bits_of(*checked->array) / 8},
                                    reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
}
