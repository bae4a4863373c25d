// SPDX-License-Identifier: MIT
// Where the points come from: settings a person sets, saves and reproduces.
#pragma once

#include "kernels/core/generators.h"
#include "kernels/core/table.h"

#include <filesystem>
#include <variant>

namespace pairscope::app {

struct FileSource {
    std::filesystem::path path;
    ColumnChoice columns; ///< empty names: likely_columns()
    std::int64_t n = 2048;
    Order order = Order::hilbert;
    bool operator==(const FileSource&) const = default;
};

using DataSource = std::variant<GeneratorSettings, FileSource>;

} // namespace pairscope::app
