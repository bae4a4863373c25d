// SPDX-License-Identifier: MIT
// How the files of own kernels are told apart.
#include "app/subjects/workshop/workshop.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

std::string name_of_first(const std::vector<const char*>& paths) {
    WorkshopState shop;
    for (const char* path : paths) shop.kernels.emplace_back().path = path;
    return name_among(shop, shop.kernels.front());
}

TEST(NamesOfKernels, show_the_folders_that_differ_and_no_more) {
    EXPECT_EQ(name_of_first({"/home/a/mine.cu"}), "mine.cu");
    EXPECT_EQ(name_of_first({"/home/a/mine.cu", "/home/a/other.cu"}), "mine.cu");
    EXPECT_EQ(name_of_first({"/home/a/mine.cu", "/home/b/mine.cu"}), "a/mine.cu");
    EXPECT_EQ(name_of_first({"/home/a/src/mine.cu", "/home/b/src/mine.cu", "/home/mine.cu"}), "a/src/mine.cu");
    EXPECT_EQ(name_of_first({"/mine.cu", "/home/mine.cu"}), "/mine.cu");
}

} // namespace
} // namespace pairscope::app
