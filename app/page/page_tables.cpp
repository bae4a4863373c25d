// SPDX-License-Identifier: MIT
#include "app/page/page_tables.h"

#include "app/page/page_parts.h"
#include "app/page/page_runs.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/recordings/recordings.h"

#include <fmt/format.h>

#include <utility>

namespace pairscope::page {
namespace {

PlainTable table_of(const std::vector<app::ResultRow>& rows, std::string title) {
    PlainTable table{.title = std::move(title)};
    for (const auto& column : app::result_columns())
        if (column.text != nullptr) table.headings.push_back(heading_of(column));
    for (const app::ResultRow& row : rows) {
        std::vector<std::string> cells;
        for (const auto& column : app::result_columns())
            if (column.text != nullptr) cells.push_back(column.text(row));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace

std::vector<PlainTable> tables_of(const std::vector<ShownFile>& files, const std::vector<std::string>& titles) {
    std::vector<PlainTable> tables;
    for (std::size_t i = 0; i < files.size(); ++i) {
        app::State state = state_of({files[i]});
        const std::string of = files.size() > 1 ? fmt::format(", {}", titles[i]) : std::string();
        for (const TargetKind target : targets_of(state)) {
            state.run.target = target;
            std::vector<app::ResultRow> rows = app::recorded_rows(state);
            std::erase_if(rows, [&](const app::ResultRow& row) { return row.target != name_of(target); });
            if (!rows.empty())
                tables.push_back(
                    table_of(rows, fmt::format("Times of runs that write into {}{}",
                                               target == TargetKind::surface ? "a texture" : "linear memory", of)));
        }
    }
    return tables;
}

} // namespace pairscope::page
