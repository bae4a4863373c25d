// SPDX-License-Identifier: MIT
// The variants that a user has written, beside those of the build. They come and go while the program runs.
#pragma once

#include "kernels/ladder/variant.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// What such a variant is made of.
struct OwnVariant {
    std::string id;       ///< "own/mine"
    std::string workload; ///< WorkloadType::id
    std::string source;   ///< "own/mine.cu"
    std::string source_text;
    std::string title, teaches, wastes;
    std::string parent;                   ///< id of the variant that it is compared with
    std::shared_ptr<simt::Remote> remote; ///< runs it
    Backend backend = Backend::cuda;      ///< cpu: it is a function in C++
    bool uses_all_threads = false;        ///< for such a function: not only one
};

/// Such a variant with the texts that it points to.
class HeldVariant {
public:
    explicit HeldVariant(OwnVariant made);
    HeldVariant(const HeldVariant&) = delete;
    HeldVariant& operator=(const HeldVariant&) = delete;
    [[nodiscard]] const KernelVariant& variant() const { return variant_; }

private:
    OwnVariant made_;
    KernelVariant variant_;
};

/// Begins the ids of own kernels, and their files in line information.
inline constexpr std::string_view own_prefix = "own/";
[[nodiscard]] inline bool is_own(std::string_view id) { return id.starts_with(own_prefix); }

/// Puts it into the list, in place of the one with its id. Like all variants it lives as long as the program, because
/// jobs, traces and charts keep pointers to variants. From any thread.
const KernelVariant& publish(OwnVariant variant);
/// Takes it out of the list.
void withdraw_own_variant(std::string_view id);

/// The list, in the order in which they came. From any thread.
[[nodiscard]] std::vector<const KernelVariant*> own_variants();
[[nodiscard]] const KernelVariant* find_own_variant(std::string_view id); ///< null: there is none

} // namespace pairscope
