// SPDX-License-Identifier: MIT
// Reads JSON that may be wrong. Each value is requested with its type and range, and an error names the place of a
// value that does not fit.
#pragma once

#include "kernels/data/errors.h"
#include "kernels/data/names.h"
#include "profiling/recording/json_value.h"
#include "profiling/recording/limits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::profiling {

/// A word that a newer version may have written: what holds it cannot be shown, and the rest can.
struct UnknownWord : InputError {
    using InputError::InputError;
};

/// One value, and the JSON pointer to it. The members throw InputError.
class JsonPlace {
public:
    explicit JsonPlace(const JsonValue& value, std::string pointer = {})
        : value_(&value), pointer_(std::move(pointer)) {}

    [[nodiscard]] JsonPlace at(const char* key) const;
    [[nodiscard]] std::optional<JsonPlace> find(const char* key) const; ///< absent if it is missing
    [[nodiscard]] std::vector<JsonPlace> items(std::size_t most) const;

    [[nodiscard]] double number(double low, double high) const;
    /// With `takes_null`, a null becomes NaN.
    [[nodiscard]] std::vector<double> numbers(double low, double high, std::size_t most, bool takes_null = false) const;
    [[nodiscard]] std::int64_t whole(std::int64_t low, std::int64_t high) const;
    [[nodiscard]] std::uint64_t unsigned_whole() const;
    [[nodiscard]] std::string text(std::size_t most = most_text_bytes) const;
    [[nodiscard]] bool flag() const;
    template <class Enum, std::size_t count> [[nodiscard]] Enum word(const std::array<Name<Enum>, count>& names) const {
        const std::string found = text();
        const std::optional<Enum> known = value_named(names, found);
        if (!known) unknown(found);
        return *known;
    }

    [[nodiscard]] const std::string& pointer() const { return pointer_; }
    [[noreturn]] void refuse(std::string_view belongs) const; ///< "POINTER is FOUND, where BELONGS belongs; ..."
    [[noreturn]] void unknown(std::string_view word) const;   ///< throws UnknownWord

private:
    const JsonValue* value_;
    std::string pointer_;
};

} // namespace pairscope::profiling
