// SPDX-License-Identifier: MIT
#include "app/cli/options/tried_variant.h"

#include "app/subjects/workshop/remote_kernel.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace pairscope::cli {

OwnVariant tried_variant(const app::workshop::Try& tried) {
    const own::OwnFile& file = tried.workshop()->file();
    const std::filesystem::path path(file.path);
    const std::string id = fmt::format("{}{}", own_prefix, path.stem().string());
    return {.id = id,
            .workload = file.workload,
            .source = fmt::format("{}{}", own_prefix, path.filename().string()),
            .source_text = file.text,
            .title = id,
            .teaches = {},
            .wastes = {},
            .parent = {},
            .remote = std::make_shared<app::workshop::RemoteKernel>(tried.workshop())};
}

LoadedData loaded(app::Question question) {
    app::DataSource source = app::VectorSource{};
    if (app::takes_points(type_of(question.workload)) && question.size().dims == 2)
        source = default_settings(Shape::uniform_square, question.size().rows);
    return {.source = std::move(source), .table = nullptr, .question = std::move(question)};
}

} // namespace pairscope::cli
