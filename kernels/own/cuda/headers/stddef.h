// SPDX-License-Identifier: MIT
#pragma once

namespace std {
using size_t = decltype(sizeof(0));
using ptrdiff_t = long;
} // namespace std
