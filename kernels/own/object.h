// SPDX-License-Identifier: MIT
// The object that was made of an own kernel, loaded into this process: a variant like any other.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/own/own_file.h"

#include <filesystem>

namespace pairscope::own {

class OwnObject {
public:
    /// Loads the object, which stays loaded until the process ends. Constructors of the user's own run now. Throws
    /// std::runtime_error if it cannot be loaded, or was compiled with other headers.
    OwnObject(const std::filesystem::path& object, OwnFile file);
    OwnObject(const OwnObject&) = delete;
    OwnObject& operator=(const OwnObject&) = delete;

    [[nodiscard]] const OwnFile& file() const { return file_; }
    /// Lives as long as the object.
    [[nodiscard]] const KernelVariant& variant() const { return variant_; }

private:
    OwnFile file_;
    std::string id_, source_;
    KernelVariant variant_;
};

} // namespace pairscope::own
