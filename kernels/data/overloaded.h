// SPDX-License-Identifier: MIT
// Several functions as one, for std::visit: Overloaded{[](A) {...}, [](B) {...}}.
#pragma once

namespace pairscope {

template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>; // clang 14 needs it

} // namespace pairscope
