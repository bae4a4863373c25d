// SPDX-License-Identifier: MIT
// The table "What is counted" in the README of each workload, recomputed: what it says is what the program counts.
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"
#include "kernels/ladder/workload.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace pairscope::profiling {
namespace {

/// Numbers, names, sums, differences, quotients, brackets, and products that are written side by side.
class Expression {
public:
    Expression(std::string_view text, const std::map<char, double>& names) : text_(text), names_(names) {}

    /// The value, and the words behind it: "2 d n m flop" is a number of flop.
    std::pair<double, std::string> value() {
        const double found = sum();
        skip_spaces();
        return {found, std::string(text_.substr(at_))};
    }

private:
    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(char letter) {
        skip_spaces();
        if (at_ >= text_.size() || text_[at_] != letter) return false;
        ++at_;
        return true;
    }
    double sum() {
        double found = product();
        for (;;) {
            if (take('+'))
                found += product();
            else if (take('-'))
                found -= product();
            else
                return found;
        }
    }
    double product() {
        double found = factor().value();
        for (;;) {
            if (take('/'))
                found /= factor().value();
            else if (const auto next = factor())
                found *= *next;
            else
                return found;
        }
    }
    std::optional<double> factor() {
        if (take('(')) {
            const double inner = sum();
            EXPECT_TRUE(take(')')) << text_;
            return inner;
        }
        skip_spaces();
        if (at_ >= text_.size()) return {};
        if (std::isdigit(static_cast<unsigned char>(text_[at_]))) {
            double number = 0.0;
            for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); ++at_)
                number = 10.0 * number + (text_[at_] - '0');
            return number;
        }
        const auto name = names_.find(text_[at_]);
        const bool is_alone = at_ + 1 == text_.size() || !std::isalpha(static_cast<unsigned char>(text_[at_ + 1]));
        if (name == names_.end() || !is_alone) return {};
        ++at_;
        return name->second;
    }

    std::string_view text_;
    const std::map<char, double>& names_;
    std::size_t at_ = 0;
};

std::string trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return std::string(text);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) parts.push_back(trimmed(part));
    return parts;
}

/// The folder of the workload, which has the ladder of its variants. A folder may have several workloads.
std::string folder_of(const WorkloadType& type) {
    const auto variant = std::ranges::find(variants(), type.id, &KernelVariant::workload);
    return std::string(variant->source.substr(0, variant->source.find("/ladder/")));
}

/// The rows of the table, each with its cells; empty if there is none.
std::vector<std::vector<std::string>> table_of(const WorkloadType& type) {
    std::ifstream file(folder_of(type) + "/README.md");
    std::vector<std::vector<std::string>> rows;
    bool is_inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line == "## What is counted" || line == fmt::format("## What is counted: {}", type.id))
            is_inside = true;
        else if (is_inside && line.starts_with("| ") && !line.starts_with("| ---") && !line.starts_with("| form"))
            rows.push_back(split(line.substr(1), '|'));
        else if (is_inside && !line.starts_with("|"))
            break;
    }
    return rows;
}

std::vector<Workload> sizes_of(const WorkloadType& type) {
    std::vector<Workload> sizes{type.classic};
    const InputRule& rule = type.inputs;
    for (const std::int64_t rows : {2, 37, 1000})
        for (const std::int64_t dims : {1, 2, 100}) {
            Workload size{.type = type.id, .rows = rows, .cols = rule.sets == 2 ? rows + 5 : rows, .dims = dims};
            if (counts_coordinates(rule)) size.rows = size.cols = rule.rows.least;
            if (rule.dims.least == rule.dims.most) size.dims = rule.dims.least;
            if (rule.takes_distances) size.dims = size.rows;
            sizes.push_back(size);
        }
    return sizes;
}

/// As the table writes it: "4 (n + m) d".
double computed(const std::string& cell, const Workload& size, Entry entry) {
    const std::map<char, double> names{{'n', static_cast<double>(size.rows)},
                                       {'m', static_cast<double>(size.cols)},
                                       {'d', static_cast<double>(size.dims)},
                                       {'e', static_cast<double>(bytes_of(entry))}};
    return Expression(cell, names).value().first;
}

void expect_arithmetic(const std::string& cell, const Workload& size, const Work& work) {
    std::map<std::string, double> counted{{"flop", 0.0}, {"operations", 0.0}, {"exponentials", 0.0}};
    if (cell != "none")
        for (const std::string& part : split(cell, ',')) {
            const std::map<char, double> names{{'n', static_cast<double>(size.rows)},
                                               {'m', static_cast<double>(size.cols)},
                                               {'d', static_cast<double>(size.dims)}};
            const auto [value, unit] = Expression(part, names).value();
            ASSERT_TRUE(counted.contains(unit)) << part;
            counted[unit] += value;
        }
    EXPECT_DOUBLE_EQ(work.flops, counted["flop"]) << cell;
    EXPECT_DOUBLE_EQ(work.integer_operations, counted["operations"]) << cell;
    EXPECT_DOUBLE_EQ(work.exponentials, counted["exponentials"]) << cell;
}

std::string ceilings_in_words(const std::vector<std::string_view>& ceilings, double share) {
    std::string words;
    for (const std::string_view name : ceilings) {
        const bool is_part = share != 1.0 && arithmetic_of(*ceiling_kind_named(name));
        words +=
            fmt::format("{}{}{}", words.empty() ? "" : ", ", is_part ? fmt::format("1/{:g} ", 1.0 / share) : "", name);
    }
    return words;
}

TEST(WorkTable, of_every_workload_says_what_is_counted) {
    for (const WorkloadType& type : workload_types()) {
        SCOPED_TRACE(std::string(type.id));
        const auto rows = table_of(type);
        ASSERT_EQ(rows.size(), 1 + type.forms.size()) << "one row for the usual form, and one for each other form";
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const WorkForm* const form = i == 0 ? nullptr : &type.forms[i - 1];
            const std::vector<std::string>& cells = rows[i];
            ASSERT_GE(cells.size(), 6u);
            EXPECT_EQ(cells[0], form == nullptr ? "usual" : form->name);
            EXPECT_EQ(cells[4], ceilings_in_words(form == nullptr ? type.ceilings : form->ceilings,
                                                  form == nullptr ? 1.0 : form->share));
            EXPECT_GT(cells[5].size(), 20u) << "it says why";
            for (const Workload& size : sizes_of(type))
                for (const Entry entry : {Entry::float32, Entry::float16}) {
                    const Work work = form == nullptr ? work_of(size, entry) : form->work(size, entry);
                    EXPECT_DOUBLE_EQ(work.pairs, computed(cells[1], size, entry));
                    expect_arithmetic(cells[2], size, work);
                    EXPECT_DOUBLE_EQ(work.compulsory_bytes, computed(cells[3], size, entry)) << cells[3];
                }
        }
    }
}

TEST(WorkTable, every_form_of_a_variant_is_in_the_table) {
    for (const KernelVariant& variant : variants()) {
        EXPECT_EQ(form_of(&variant) == nullptr, variant.form.empty())
            << variant.id << " names a form that is not there";
        const CountedWork counted = counted_for(type_of(variant.workload).classic, &variant, variant.entry);
        EXPECT_FALSE(counted.ceilings.empty()) << variant.id;
        EXPECT_GT(counted.work.pairs, 0.0);
    }
}

/// A machine without a GPU shows what was recorded on one.
TEST(WorkTable, knows_the_form_of_variants_that_this_build_cannot_run) {
    EXPECT_EQ(counted_variant("cross_distance/tensor_wgmma")->form, "three_products");
    EXPECT_EQ(counted_variant("cross_distance/library")->form, "expanded");
    EXPECT_EQ(counted_variant("best_match/tensor_tf32")->form, "tf32_products");
    EXPECT_TRUE(counted_variant("farthest_pair/pruned")->does_less);
    EXPECT_FALSE(counted_variant("farthest_pair/tensor_u8")->does_less);
    EXPECT_TRUE(counted_variant("best_match/two_sided")->both_directions);
    EXPECT_EQ(counted_variant("farthest_pair/no_such_variant"), nullptr);
    EXPECT_EQ(counted_variant(""), nullptr);
    for (const LeftOut& entry : left_out()) EXPECT_NE(counted_variant(entry.id), nullptr) << entry.id;
    EXPECT_EQ(described_field("K a_variant() { return {.title = \"x\", .form = \"y\", .does_less = true}; }", "form"),
              "y");
    EXPECT_EQ(described_field("// .form = \"z\"\nK a_variant() { return {.title = \"x\"}; }", "form"), "");
}

} // namespace
} // namespace pairscope::profiling
