// SPDX-License-Identifier: MIT
// The rows that a user selected. Copies share their memory, because each step of undo has one, and a box can select a
// million points.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace pairscope::app {

class SelectedRows {
public:
    using value_type = std::int64_t;
    using const_iterator = std::vector<std::int64_t>::const_iterator;
    using iterator = const_iterator;

    SelectedRows() = default;
    SelectedRows(std::vector<std::int64_t> rows) { // NOLINT: rows in any order are a selection
        if (rows.empty()) return;
        std::ranges::sort(rows);
        rows_ = std::make_shared<const std::vector<std::int64_t>>(std::move(rows));
    }
    SelectedRows(std::initializer_list<std::int64_t> rows) : SelectedRows(std::vector(rows)) {}

    /// Ascending.
    [[nodiscard]] const std::vector<std::int64_t>& rows() const {
        static const std::vector<std::int64_t> none;
        return rows_ ? *rows_ : none;
    }
    [[nodiscard]] const_iterator begin() const { return rows().begin(); }
    [[nodiscard]] const_iterator end() const { return rows().end(); }
    [[nodiscard]] std::size_t size() const { return rows().size(); }
    [[nodiscard]] bool empty() const { return rows_ == nullptr; }
    void clear() { rows_.reset(); }

    bool operator==(const SelectedRows& other) const { return rows_ == other.rows_ || rows() == other.rows(); }

private:
    std::shared_ptr<const std::vector<std::int64_t>> rows_; ///< null: none
};

} // namespace pairscope::app
