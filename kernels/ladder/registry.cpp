// SPDX-License-Identifier: MIT
#include "kernels/ladder/registry.h"

#include "kernels/data/text.h"
#include "kernels/ladder/ladder_groups.h"
#include "kernels/ladder/own_variants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace pairscope {
namespace {

[[noreturn]] void refuse(const KernelVariant& variant, std::string_view what) {
    throw std::logic_error(fmt::format("variant {} ({}) {}", variant.id, variant.source, what));
}

void check(const KernelVariant& variant) {
    if (variant.title.empty()) refuse(variant, "has no title");
    if (variant.teaches.empty()) refuse(variant, "does not say what it teaches");
    if (variant.wastes.empty()) refuse(variant, "does not say what it still wastes");
    if (variant.launch == nullptr && variant.simulate == nullptr) refuse(variant, "has no launch function");
    if (variant.gpu_only && variant.backend != Backend::cuda) refuse(variant, "is gpu_only, but is not a CUDA variant");
    if (!variant.writes_linear && !variant.writes_surface) refuse(variant, "writes nowhere");
    if (!(variant.tolerance > 0.0)) refuse(variant, "needs a tolerance above zero");
    const WorkloadType* const type = find_workload(variant.workload);
    if (type == nullptr) refuse(variant, "belongs to no workload");
    if (variant.both_directions && (type->output != OutputKind::matches || type->inputs.sets != 2))
        refuse(variant, "computes both directions, but its workload asks for no matches between two sets");
    if (variant.may_differ_by != nullptr && type->output == OutputKind::matrix)
        refuse(variant,
               "may give approximate output, but a matrix is checked entry by entry: state a tolerance instead");
    if (!variant.id.starts_with(variant.workload)) refuse(variant, "lies in another workload's folder");
}

/// The groups of CUDA variants of a ladder stand one after the other.
std::size_t place_of_group(const KernelVariant& variant) {
    return variant.backend == Backend::cpu ? 0 : group_of(variant.workload, short_name(variant.id));
}

/// An unknown workload comes last, until it is refused.
std::ptrdiff_t place_of_workload(const KernelVariant& variant) {
    const auto types = workload_types();
    return std::ranges::find(types, variant.workload, &WorkloadType::id) - types.begin();
}

bool earlier(const KernelVariant& a, const KernelVariant& b) {
    const auto key = [](const KernelVariant& v) {
        return std::tuple(place_of_workload(v), v.backend == Backend::cpu, place_of_group(v), v.id);
    };
    return key(a) < key(b);
}

template <class Entries> bool contains(const Entries& entries, std::string_view id) {
    return std::any_of(entries.begin(), entries.end(), [id](const auto& entry) { return entry.id == id; });
}

/// `*` stands for any letters, `?` for one.
bool matches(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() == '*') {
        const std::string_view rest = pattern.substr(1);
        return matches(rest, text) || (!text.empty() && matches(pattern, text.substr(1)));
    }
    if (text.empty() || (pattern.front() != '?' && pattern.front() != text.front())) return false;
    return matches(pattern.substr(1), text.substr(1));
}

} // namespace

std::vector<KernelVariant> in_ladder_order(std::vector<KernelVariant> waiting, const std::vector<LeftOut>& left_out) {
    std::sort(waiting.begin(), waiting.end(), earlier);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        check(waiting[i]);
        if (i > 0 && waiting[i].id == waiting[i - 1].id) refuse(waiting[i], "is there twice");
    }
    std::vector<KernelVariant> ordered;
    while (!waiting.empty()) {
        const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const KernelVariant& variant) {
            return variant.parent.empty() || contains(ordered, variant.parent) || contains(left_out, variant.parent);
        });
        if (next == waiting.end())
            refuse(waiting.front(), fmt::format("has a parent that does not exist: {}", waiting.front().parent));
        ordered.push_back(*next);
        waiting.erase(next);
    }
    return ordered;
}

std::size_t group_of(std::string_view workload, std::string_view variant) {
    const auto groups = ladder_groups(workload);
    const auto names = [&](const LadderGroup& group) { return std::ranges::count(group.variants, variant) > 0; };
    return std::size_t(std::ranges::find_if(groups, names) - groups.begin());
}

std::span<const KernelVariant> variants() {
    static const std::vector<KernelVariant> all = in_ladder_order(manifest::variants(), manifest::left_out());
    return all;
}

std::span<const LeftOut> left_out() {
    static const std::vector<LeftOut> all = manifest::left_out();
    return all;
}

std::string_view text_of_source(std::string_view path) {
    static const std::vector<SourceText> headers = manifest::headers();
    const auto variant = std::ranges::find(variants(), path, &KernelVariant::source);
    if (variant != variants().end()) return variant->source_text;
    for (const KernelVariant* own : own_variants())
        if (own->source == path) return own->source_text;
    const auto header = std::ranges::find(headers, path, &SourceText::path);
    return header == headers.end() ? std::string_view{} : header->text;
}

const KernelVariant* find_variant(std::string_view id) {
    const auto found = std::ranges::find_if(
        variants(), [id](const KernelVariant& variant) { return variant.id == id || short_name(variant.id) == id; });
    return found == variants().end() ? find_own_variant(id) : &*found;
}

std::vector<const KernelVariant*> matching_variants(std::string_view pattern) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (matches(pattern, variant.id) || matches(pattern, short_name(variant.id))) found.push_back(&variant);
    return found;
}

std::string_view short_name(std::string_view id) { return id.substr(id.rfind('/') + 1); }

std::string why_not(const KernelVariant& variant, const Workload& workload, const Device& device, TargetKind target) {
    if (variant.workload != workload.type)
        return fmt::format("it belongs to {}, not to {}", variant.workload, workload.type);
    if (std::string reason = why_not(workload); !reason.empty()) return reason;
    if (std::string reason = why_not_stored(workload); !reason.empty()) return reason;
    if (variant.launch == nullptr && variant.simulate == nullptr && variant.remote == nullptr && is_own(variant.id))
        return "its source stands in a recording, where it is shown and never run";
    if (simulated(variant, device)) {
        if (std::string reason = why_no_simulation(variant); !reason.empty()) return "not simulated: " + reason;
        for (const auto& [set, rows] : {std::pair(0, workload.rows), {1, workload.cols}})
            if (rows > most_simulated_rows)
                return fmt::format("the simulation takes at most {} {}", grouped(most_simulated_rows),
                                   set_name(type_of(workload.type), set));
        if (counts_coordinates(type_of(workload.type).inputs) && workload.dims > most_simulated_coordinates)
            return fmt::format("the simulation takes at most {} coordinates", grouped(most_simulated_coordinates));
    } else if (variant.backend != device.backend) {
        return "it runs on the CPU only";
    } else if (variant.launch == nullptr && variant.remote == nullptr) {
        return "this build has no CUDA: it can only be simulated, on the CPU";
    }
    if (target == TargetKind::linear && !variant.writes_linear) return "it writes only into a texture";
    if (target == TargetKind::surface && !variant.writes_surface) return "it cannot write into a texture";
    return variant.why_not == nullptr ? std::string{} : variant.why_not(workload, device);
}

const KernelVariant* expected_fastest(const Workload& workload, const Device& device) {
    constexpr int measured_capability = 90; // an H200 has this one
    const WorkloadType& type = type_of(workload.type);
    if (type.fastest == nullptr || device.backend != Backend::cuda || device.compute_capability != measured_capability)
        return nullptr;
    const KernelVariant* const variant = find_variant(fmt::format("{}/{}", type.id, type.fastest(workload)));
    return variant != nullptr && why_not(*variant, workload, device, TargetKind::linear).empty() ? variant : nullptr;
}

std::string why_no_simulation(const KernelVariant& variant) {
    if (variant.simulate != nullptr || variant.remote != nullptr) return {};
    return variant.not_simulated.empty() ? "it uses hardware that only a GPU has" : std::string(variant.not_simulated);
}

std::string why_not_block(const KernelVariant& variant, int block) {
    if (block == 0 || std::ranges::find(variant.blocks, block) != variant.blocks.end()) return {};
    if (variant.backend == Backend::cpu) return "it runs on the CPU and has no thread blocks";
    if (variant.blocks.empty()) return "its block size cannot be chosen";
    std::vector<int> sizes(variant.blocks.begin(), variant.blocks.end());
    std::ranges::sort(sizes);
    return fmt::format("its blocks have {} threads, not {}", fmt::join(sizes, ", "), block);
}

int block_of_run(const KernelVariant& variant, int asked) {
    return asked != 0 || variant.blocks.empty() ? asked : variant.blocks.front();
}

bool simulated(const KernelVariant& variant, const Device& device) {
    return variant.backend == Backend::cuda && device.backend == Backend::cpu;
}

const WorkForm* form_of(const KernelVariant* variant) {
    if (variant == nullptr || variant->form.empty()) return nullptr;
    const auto& forms = type_of(variant->workload).forms;
    const auto found = std::ranges::find(forms, variant->form, &WorkForm::name);
    return found == forms.end() ? nullptr : &*found;
}

Work work_of(const KernelVariant* variant, const Workload& workload, Entry entry) {
    const WorkForm* const form = form_of(variant);
    return form == nullptr ? work_of(workload, entry) : form->work(workload, entry);
}

double predicted_bytes(const KernelVariant& variant, const Workload& workload) {
    if (variant.predicted_bytes != nullptr) return variant.predicted_bytes(workload);
    return work_of(workload, variant.entry).compulsory_bytes;
}

} // namespace pairscope
