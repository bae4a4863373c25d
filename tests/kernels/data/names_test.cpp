// SPDX-License-Identifier: MIT
#include "kernels/data/names.h"
#include "kernels/ladder/output.h"

#include <gtest/gtest.h>

namespace pairscope {
namespace {

TEST(Names, every_value_is_found_by_its_name) {
    for (const Name<Backend>& known : backend_names)
        EXPECT_EQ(value_named(backend_names, name_of(known.value)), known.value);
    for (const Name<Entry>& known : entry_names) EXPECT_EQ(value_named(entry_names, name_of(known.value)), known.value);
    for (const Name<TargetKind>& known : target_names)
        EXPECT_EQ(value_named(target_names, name_of(known.value)), known.value);
}

TEST(Names, an_old_name_is_read_but_never_written) {
    EXPECT_EQ(value_named(target_names, "surface"), TargetKind::surface);
    EXPECT_EQ(name_of(TargetKind::surface), "texture");
}

TEST(Names, other_words_are_no_names) {
    for (const char* word : {"", "Texture", "texture ", "linear memory"}) EXPECT_FALSE(value_named(target_names, word));
}

TEST(Names, the_title_is_the_name_unless_it_says_more) {
    EXPECT_EQ(title_of(TargetKind::linear), "linear memory");
    EXPECT_EQ(title_of(TargetKind::surface), name_of(TargetKind::surface));
}

TEST(Names, a_table_out_of_order_is_noticed) {
    constexpr std::array<Name<Backend>, 2> swapped{{{Backend::cuda, "cuda"}, {Backend::cpu, "cpu"}}};
    EXPECT_FALSE(is_in_order(swapped));
}

} // namespace
} // namespace pairscope
