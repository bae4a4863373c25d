// SPDX-License-Identifier: MIT
// An own kernel that was tried, as a variant that is traced like any other.
#pragma once

#include "app/cli/options/data.h"
#include "app/subjects/workshop/trying.h"
#include "kernels/ladder/own_variants.h"

namespace pairscope::cli {

/// The kernel must have been built. It runs in the child of the try.
[[nodiscard]] OwnVariant tried_variant(const app::workshop::Try& tried);

/// The data of a first verdict, with words about where it comes from.
[[nodiscard]] LoadedData loaded(app::Question question);

} // namespace pairscope::cli
