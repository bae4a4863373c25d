// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "kernels/own/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::own {
namespace {

using ::testing::HasSubstr;

const Names names{{"n", 1001}, {"m", 7}, {"block", 256}, {"STRIDE", 4}};

std::int64_t value(const std::string& text) { return value_of({text, {3, 10}}, names, "mine.cu"); }

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(value(text));
    } catch (const InputError& error) {
        return error.what();
    }
    return "it has a value";
}

TEST(OwnExpression, computes_as_cpp_does) {
    EXPECT_EQ(value("42"), 42);
    EXPECT_EQ(value("2 + 3 * 4"), 14);
    EXPECT_EQ(value("(2 + 3) * 4"), 20);
    EXPECT_EQ(value("20 - 3 - 4"), 13);
    EXPECT_EQ(value("100 / 7 / 2"), 7);
    EXPECT_EQ(value("-7 % 4"), -3);
    EXPECT_EQ(value("-(2 - 5)"), 3);
    EXPECT_EQ(value("(n + block - 1) / block"), 4);
    EXPECT_EQ(value("min(n, m) + max(STRIDE, 2, 3)"), 11);
    EXPECT_EQ(value(" 1000000000 * 1000000000 "), 1'000'000'000'000'000'000);
}

TEST(OwnExpression, says_where_something_is_wrong) {
    EXPECT_EQ(refusal("1 + rows"), "mine.cu:3:14: there is no size `rows`: STRIDE, block, m, n can be used here, and "
                                   "min and max");
    EXPECT_EQ(refusal("n / (m - 7)"), "mine.cu:3:12: `n / (m - 7)` divides by zero here: 1001 / 0");
    EXPECT_EQ(refusal("n % (m - 7)"), "mine.cu:3:12: `n % (m - 7)` divides by zero here: 1001 % 0");
    EXPECT_THAT(refusal("4000000000 * 4000000000"), HasSubstr("mine.cu:3:21: 4000000000 * 4000000000 does not fit"));
    EXPECT_THAT(refusal("9223372036854775807 + 1"), HasSubstr("does not fit into 64 bits"));
    EXPECT_THAT(refusal("99999999999999999999"), HasSubstr("mine.cu:3:10: this number does not fit"));
    EXPECT_THAT(refusal("(n + 1"), HasSubstr("mine.cu:3:16: `)` is missing"));
    EXPECT_THAT(refusal("n + "), HasSubstr("a number or a name is missing at the end"));
    EXPECT_THAT(refusal(""), HasSubstr("a number or a name is missing at the end"));
    EXPECT_THAT(refusal("n n"), HasSubstr("mine.cu:3:12: `n` does not belong here"));
    EXPECT_THAT(refusal("n & 1"), HasSubstr("`&` does not belong here"));
    EXPECT_THAT(refusal("256u"), HasSubstr("without a suffix"));
    EXPECT_THAT(refusal(std::string(100'000, '(')), HasSubstr("nested too deeply"));
    EXPECT_THAT(refusal(std::string(100'000, '-')), HasSubstr("nested too deeply"));
}

TEST(OwnExpression, divides_the_smallest_number_by_minus_one_with_a_sentence) {
    EXPECT_THAT(refusal("(-9223372036854775807 - 1) / -1"), HasSubstr("does not fit into 64 bits"));
    EXPECT_THAT(refusal("(-9223372036854775807 - 1) % -1"), HasSubstr("does not fit into 64 bits"));
}

TEST(OwnExpression, finds_the_parts_of_a_list_with_their_places) {
    const std::vector<Written> parts = parts_of({" (n + 15) / 16 , min(n, 4)", {2, 5}});
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].text, "(n + 15) / 16");
    EXPECT_EQ(parts[0].place, (Place{2, 6}));
    EXPECT_EQ(parts[1].text, "min(n, 4)");
    EXPECT_EQ(parts[1].place, (Place{2, 22}));
}

} // namespace
} // namespace pairscope::own
