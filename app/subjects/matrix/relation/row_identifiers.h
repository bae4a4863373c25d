// SPDX-License-Identifier: MIT
// Numbers such as site ids name the rows of two sets that are compared, where the rows have no other names.
#pragma once

#include "kernels/data/dataset.h"

#include <string>

namespace pairscope::app {

/// The column of numbers that names the rows, such as "site id", where they have no other names; empty: there is none.
[[nodiscard]] std::string column_of_identifiers(const Dataset& set);

/// A set as it was loaded, and with the names that its column of identifiers gives.
struct IdentifiedSet {
    const Dataset* loaded = nullptr;
    const Dataset* named = nullptr; ///< null: it has no such column
};

/// Which of two sets are named by their identifiers.
struct NamedSides {
    bool first = false, second = false;
    std::string why_not{}; ///< why identifiers that were found name no rows, without full stop; empty: they do
};

/// Identifiers name the rows if no two rows have the same one. A column without a name may only count the rows, 0, 1, 2.
/// Such numbers are names only if the other set has them, too.
[[nodiscard]] NamedSides sides_named_by_identifiers(const IdentifiedSet& first, const IdentifiedSet& second);

} // namespace pairscope::app
