// SPDX-License-Identifier: MIT
#include "app/cli/options/tried_variant.h"

#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace pairscope::cli {

TriedVariant::TriedVariant(const app::workshop::Try& tried) : remote_(tried.workshop()) {
    const own::OwnFile& file = tried.workshop()->file();
    const std::filesystem::path path(file.path);
    id_ = fmt::format("{}{}", own_prefix, path.stem().string());
    source_ = fmt::format("{}{}", own_prefix, path.filename().string());
    text_ = file.text;
    variant_ = {.id = id_,
                .workload = type_of(file.workload).id,
                .source = source_,
                .source_text = text_,
                .title = id_,
                .backend = Backend::cuda,
                .remote = &remote_};
}

LoadedData loaded(app::Question question) {
    app::DataSource source = app::VectorSource{};
    if (app::takes_points(type_of(question.workload)) && question.size().dims == 2)
        source = default_settings(Shape::uniform_square, question.size().rows);
    return {.source = std::move(source), .table = nullptr, .question = std::move(question)};
}

} // namespace pairscope::cli
