// SPDX-License-Identifier: MIT
// An own kernel that was tried, as a variant that is traced like any other.
#pragma once

#include "app/cli/options/data.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "app/subjects/workshop/trying.h"
#include "kernels/ladder/variant.h"

#include <string>

namespace pairscope::cli {

class TriedVariant {
public:
    /// The kernel must have been built. It runs in the child of the try.
    explicit TriedVariant(const app::workshop::Try& tried);
    TriedVariant(const TriedVariant&) = delete;
    TriedVariant& operator=(const TriedVariant&) = delete;

    [[nodiscard]] const KernelVariant& variant() const { return variant_; }

private:
    app::workshop::RemoteKernel remote_;
    std::string id_, source_, text_;
    KernelVariant variant_;
};

/// The data of a first verdict, with words about where it comes from.
[[nodiscard]] LoadedData loaded(app::Question question);

} // namespace pairscope::cli
