// SPDX-License-Identifier: MIT
// A value of a kind that only those need to know who put it in and who take it out.
#pragma once

#include <any>
#include <concepts>
#include <type_traits>
#include <typeindex>
#include <utility>

namespace pairscope::app {

/// Commands, jobs and their answers are held so. A variant of all their kinds would be compiled anew in every file that
/// holds one: for commands alone that was a quarter of the time of the app's files.
class Held {
public:
    template <class What>
    requires(!std::derived_from<std::remove_cvref_t<What>, Held>) explicit Held(What&& what)
        : value_(std::forward<What>(what)) {}

    /// Null: it is of another kind.
    template <class What> [[nodiscard]] const What* as() const { return std::any_cast<What>(&value_); }
    template <class What> [[nodiscard]] What* as() { return std::any_cast<What>(&value_); }
    template <class... What> [[nodiscard]] bool is() const { return ((value_.type() == typeid(What)) || ...); }
    /// Throws std::bad_any_cast where it is of another kind.
    template <class What> [[nodiscard]] const What& get() const { return std::any_cast<const What&>(value_); }
    template <class What> [[nodiscard]] What& get() { return std::any_cast<What&>(value_); }
    [[nodiscard]] std::type_index kind() const { return value_.type(); }

private:
    std::any value_;
};

/// All kinds that something may be of.
template <class... Kind> struct Kinds {
    template <class What> static constexpr bool have = (std::same_as<What, Kind> || ...);

    /// What the visitor returns for the value that is held; all its results are of one type.
    template <class AnyHeld, class Visitor> static auto visit(AnyHeld& held, const Visitor& visitor) {
        using Result = std::common_type_t<std::invoke_result_t<Visitor, decltype(*held.template as<Kind>())>...>;
        if constexpr (std::is_void_v<Result>) {
            ((held.template is<Kind>() ? visitor(*held.template as<Kind>()) : void()), ...);
        } else {
            Result result{};
            (void)((held.template is<Kind>() && (result = visitor(*held.template as<Kind>()), true)) || ...);
            return result;
        }
    }
};

} // namespace pairscope::app
