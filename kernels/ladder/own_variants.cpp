// SPDX-License-Identifier: MIT
#include "kernels/ladder/own_variants.h"

#include "kernels/ladder/workload.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

namespace pairscope {
namespace {

struct PublishedList {
    std::mutex mutex;
    std::deque<HeldVariant> all; ///< that ever were: their addresses stay
    std::vector<const KernelVariant*> now;
};

PublishedList& list() {
    static PublishedList the_list;
    return the_list;
}

} // namespace

HeldVariant::HeldVariant(OwnVariant made)
    : made_(std::move(made)), variant_{.id = made_.id,
                                       .workload = type_of(made_.workload).id,
                                       .source = made_.source,
                                       .source_text = made_.source_text,
                                       .title = made_.title,
                                       .teaches = made_.teaches,
                                       .wastes = made_.wastes,
                                       .parent = made_.parent,
                                       .backend = made_.backend,
                                       .uses_all_threads = made_.uses_all_threads,
                                       .remote = made_.remote.get()} {}

const KernelVariant& publish(OwnVariant variant) {
    PublishedList& known = list();
    const std::lock_guard lock(known.mutex);
    const KernelVariant& added = known.all.emplace_back(std::move(variant)).variant();
    const auto old = std::ranges::find(known.now, added.id, [](const KernelVariant* v) { return v->id; });
    if (old == known.now.end())
        known.now.push_back(&added);
    else
        *old = &added;
    return added;
}

void withdraw_own_variant(std::string_view id) {
    PublishedList& known = list();
    const std::lock_guard lock(known.mutex);
    std::erase_if(known.now, [id](const KernelVariant* variant) { return variant->id == id; });
}

std::vector<const KernelVariant*> own_variants() {
    PublishedList& known = list();
    const std::lock_guard lock(known.mutex);
    return known.now;
}

const KernelVariant* find_own_variant(std::string_view id) {
    if (!is_own(id)) return nullptr;
    PublishedList& known = list();
    const std::lock_guard lock(known.mutex);
    const auto found = std::ranges::find(known.now, id, [](const KernelVariant* v) { return v->id; });
    return found == known.now.end() ? nullptr : *found;
}

} // namespace pairscope
