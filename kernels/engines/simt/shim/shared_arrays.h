// SPDX-License-Identifier: MIT
// Elements of `__shared__` arrays of vectors and structs. They are copied by functions that take them by reference, and
// -fsanitize=bounds allows a reference to one element behind the last. kernels/engines/simt/rewrite.py puts
// element_of() around the names of such arrays.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace pairscope::simt {

/// Tells that an index is outside of an array of `extent` elements of so many bytes.
void leave_shared_array(std::int64_t index, std::int64_t extent, int element_bytes);

template <class T, std::size_t extent> struct SharedElements {
    T* first;
    template <class Index> __attribute__((always_inline)) T& operator[](Index index) const {
        const auto at = static_cast<std::int64_t>(index);
        if (at < 0 || at >= static_cast<std::int64_t>(extent))
            leave_shared_array(at, static_cast<std::int64_t>(extent), static_cast<int>(sizeof(T)));
        return *(first + index);
    }
};

/// An array of numbers, or of arrays, is given back as it is: the compiler checks its indices.
template <class Array> __attribute__((always_inline)) inline decltype(auto) element_of(Array& array) {
    if constexpr (std::rank_v<Array> == 1 && std::is_class_v<std::remove_extent_t<Array>>)
        return SharedElements<std::remove_extent_t<Array>, std::extent_v<Array>>{array};
    else
        return (array);
}

} // namespace pairscope::simt
