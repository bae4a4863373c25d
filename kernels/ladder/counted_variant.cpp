// SPDX-License-Identifier: MIT
#include "kernels/ladder/counted_variant.h"

#include "kernels/ladder/registry.h"

#include <algorithm>
#include <vector>

namespace pairscope {
namespace {

std::vector<KernelVariant> stand_ins() {
    std::vector<KernelVariant> all = manifest::variants_left_out();
    for (KernelVariant& variant : all) {
        variant.form = described_field(variant.source_text, "form");
        variant.does_less = described_field(variant.source_text, "does_less") == "true";
        variant.both_directions = described_field(variant.source_text, "both_directions") == "true";
    }
    return all;
}

} // namespace

std::string_view described_field(std::string_view source_text, std::string_view field) {
    const std::size_t begin = source_text.rfind("_variant() {");
    if (begin == std::string_view::npos) return {};
    for (std::size_t at = begin; (at = source_text.find('.', at)) != std::string_view::npos; ++at) {
        std::string_view rest = source_text.substr(at + 1);
        if (!rest.starts_with(field)) continue;
        rest.remove_prefix(field.size());
        constexpr std::string_view assigned = " = ";
        if (!rest.starts_with(assigned)) continue;
        rest.remove_prefix(assigned.size());
        if (rest.starts_with('"')) rest.remove_prefix(1);
        return rest.substr(0, rest.find_first_of("\",}\n"));
    }
    return {};
}

const KernelVariant* counted_variant(std::string_view id) {
    if (id.empty()) return nullptr;
    if (const KernelVariant* const known = find_variant(id)) return known;
    static const std::vector<KernelVariant> others = stand_ins();
    const auto found = std::ranges::find(others, id, &KernelVariant::id);
    return found == others.end() ? nullptr : &*found;
}

} // namespace pairscope
