// SPDX-License-Identifier: MIT
// Atomic functions on 32 and 64 bits. Blocks run on several threads of the host, so they are atomic there too.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace pairscope::simt {

template <class T> using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// The old value; the new one is change(old, operand).
template <class T, class Change>
__attribute__((always_inline)) PAIRSCOPE_UNINSTRUMENTED inline T changed_atomically(T* address, T operand,
                                                                                    Change change) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "the executor supports atomics on 32 and 64 bits only");
    auto* const word = reinterpret_cast<Bits<T>*>(address);
    Bits<T> old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(word, &old, std::bit_cast<Bits<T>>(change(std::bit_cast<T>(old), operand)),
                                        true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return std::bit_cast<T>(old);
}

/// Integers wrap around in an atomic, which is no overflow.
struct Plus {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<Bits<T>>(a) + static_cast<Bits<T>>(b));
        return a + b;
    }
};
struct Minus {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<Bits<T>>(a) - static_cast<Bits<T>>(b));
        return a - b;
    }
};
struct Least {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const { return b < a ? b : a; }
};
struct Greatest {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const { return a < b ? b : a; }
};
struct BitAnd {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const { return a & b; }
};
struct BitOr {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const { return a | b; }
};
struct BitXor {
    template <class T> __attribute__((always_inline)) T operator()(T a, T b) const { return a ^ b; }
};
/// Counts up to the operand and begins again at 0; counts down to 0 and begins again at the operand.
struct UpTo {
    unsigned operator()(unsigned old, unsigned limit) const { return old >= limit ? 0 : old + 1; }
};
struct DownFrom {
    unsigned operator()(unsigned old, unsigned limit) const { return old == 0 || old > limit ? limit : old - 1; }
};
struct Second {
    template <class T> __attribute__((always_inline)) T operator()(T, T b) const { return b; }
};

/// A word that changes from 0 to 1 is a lock that was taken, and one that becomes 0 again was given back.
template <class T> PAIRSCOPE_UNWATCHED void note_exchange(const T* address, T old, T now) {
    if constexpr (std::is_integral_v<T>) {
        if ((old == 0 && now == 1) || (old == 1 && now == 0)) note_lock(address, now == 1);
    }
}

} // namespace pairscope::simt

template <class T> PAIRSCOPE_UNWATCHED T atomicAdd(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::Plus{});
}
template <std::integral T> PAIRSCOPE_UNWATCHED T atomicSub(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::Minus{});
}
template <std::integral T> PAIRSCOPE_UNWATCHED T atomicMin(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::Least{});
}
template <std::integral T> PAIRSCOPE_UNWATCHED T atomicMax(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::Greatest{});
}
template <std::integral T> PAIRSCOPE_UNWATCHED T atomicAnd(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::BitAnd{});
}
template <std::integral T> PAIRSCOPE_UNWATCHED T atomicOr(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::BitOr{});
}
template <std::integral T> PAIRSCOPE_UNWATCHED T atomicXor(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, value, pairscope::simt::BitXor{});
}
template <class T> PAIRSCOPE_UNWATCHED T atomicExch(T* address, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    const T old = pairscope::simt::changed_atomically(address, value, pairscope::simt::Second{});
    pairscope::simt::note_exchange(address, old, value);
    return old;
}
template <class T>
PAIRSCOPE_UNWATCHED T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    pairscope::simt::watch_atomic(address, sizeof(T), __builtin_return_address(0));
    auto* const word = reinterpret_cast<pairscope::simt::Bits<T>*>(address);
    auto old = std::bit_cast<pairscope::simt::Bits<T>>(expected);
    if (__atomic_compare_exchange_n(word, &old, std::bit_cast<pairscope::simt::Bits<T>>(value), false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        pairscope::simt::note_exchange(address, expected, value);
    return std::bit_cast<T>(old);
}
PAIRSCOPE_UNWATCHED inline unsigned atomicInc(unsigned* address, unsigned limit) {
    pairscope::simt::watch_atomic(address, sizeof *address, __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, limit, pairscope::simt::UpTo{});
}
PAIRSCOPE_UNWATCHED inline unsigned atomicDec(unsigned* address, unsigned limit) {
    pairscope::simt::watch_atomic(address, sizeof *address, __builtin_return_address(0));
    return pairscope::simt::changed_atomically(address, limit, pairscope::simt::DownFrom{});
}
