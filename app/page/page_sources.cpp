// SPDX-License-Identifier: MIT
#include "app/page/page_sources.h"

#include "app/subjects/compare/line_diff.h"
#include "app/subjects/source/source.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace pairscope::page {
namespace {

using app::Json;

struct Source {
    std::string path;
    std::string_view text; ///< the program has it, or the recording
};

const profiling::RecordedKernel* own_kernel(const std::vector<const profiling::Recording*>& recordings,
                                            std::string_view id) {
    for (const profiling::Recording* recording : recordings)
        for (const profiling::RecordedKernel& kernel : recording->kernels)
            if (kernel.variant_id == id) return &kernel;
    return nullptr;
}

std::optional<Source> source_of(const std::vector<const profiling::Recording*>& recordings, std::string_view id) {
    if (const auto* own = own_kernel(recordings, id)) return Source{std::string(id), own->source};
    const KernelVariant* const variant = find_variant(id);
    if (variant == nullptr || variant->source_text.empty()) return {};
    return Source{std::string(variant->source), variant->source_text};
}

std::string parent_of(const std::vector<const profiling::Recording*>& recordings, std::string_view id) {
    if (const auto* own = own_kernel(recordings, id)) return own->parent;
    const KernelVariant* const variant = find_variant(id);
    return variant == nullptr ? std::string() : std::string(variant->parent);
}

/// How many UTF-16 units the first bytes of a UTF-8 text are.
std::size_t units_of(std::string_view text, std::size_t bytes) {
    std::size_t units = 0;
    for (const char c : text.substr(0, bytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0) != 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
}

Json words_json(const app::DiffSide& side) {
    Json list = Json::array();
    for (const app::TextRange& range : side.changed)
        list.push_back({units_of(side.text, range.begin), units_of(side.text, range.end)});
    return list;
}

std::string_view letter_of(app::DiffKind kind) {
    switch (kind) {
    case app::DiffKind::same:
        return "=";
    case app::DiffKind::changed:
        return "~";
    case app::DiffKind::only_a:
        return "-";
    case app::DiffKind::only_b:
        return "+";
    }
    return "";
}

/// From the parent to the variant.
Json rows_json(std::string_view parent, std::string_view text) {
    Json rows = Json::array();
    for (const app::DiffRow& row : app::line_diff(parent, text)) {
        Json one = Json::array({letter_of(row.kind), row.b.number, row.a.number});
        if (row.kind == app::DiffKind::changed) {
            one.push_back(words_json(row.b));
            one.push_back(words_json(row.a));
        }
        rows.push_back(std::move(one));
    }
    return rows;
}

} // namespace

Json sources_json(const std::vector<const profiling::Recording*>& recordings,
                  const std::vector<std::string>& variant_ids) {
    Json files = Json::object(), of = Json::object();
    for (const std::string& id : variant_ids) {
        const auto source = source_of(recordings, id);
        if (!source) continue;
        files[source->path] = source->text;
        Json one{{"path", source->path}};
        const std::string parent = parent_of(recordings, id);
        const auto before = parent.empty() ? std::nullopt : source_of(recordings, parent);
        if (before && before->path != source->path) {
            files[before->path] = before->text;
            one["parent"] = short_name(parent);
            one["parent_path"] = before->path;
            one["rows"] = rows_json(before->text, source->text);
        }
        of[id] = std::move(one);
    }
    return {{"files", std::move(files)}, {"of", std::move(of)}};
}

} // namespace pairscope::page
