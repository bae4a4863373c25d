// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "profiling/recording/page_block.h"
#include "profiling/recording/sha256.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace pairscope::profiling {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string page_around(const std::string& blocks) {
    return "<!doctype html>\n<p>ids</p>" + blocks + "</body>\n</html>\n";
}
std::string page_with(const std::string& text) { return page_around(page_block(recording_block_id(1), text)); }

std::string refusal(const std::string& page) {
    try {
        return "read: " + recording_in_page(page);
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(PageBlock, gives_back_what_was_written) {
    for (const std::string& text :
         {std::string(), std::string("{}"), std::string(100'000, 'x'), std::string("\0\xff<!--", 6)})
        EXPECT_EQ(recording_in_page(page_with(text)), text);
}

TEST(PageBlock, is_base64_with_padding_and_a_crc) {
    EXPECT_EQ(in_base64(""), "");
    EXPECT_EQ(in_base64("f"), "Zg==");
    EXPECT_EQ(in_base64("fo"), "Zm8=");
    EXPECT_EQ(in_base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(check_sum_text("123456789"), "crc32:cbf43926");
}

TEST(PageBlock, has_the_same_bytes_each_time_and_no_markup) {
    const std::string block = page_block("view", std::string(5000, '<'));
    EXPECT_EQ(block, page_block("view", std::string(5000, '<')));
    EXPECT_EQ(std::ranges::count(block, '<'), 2);
}

TEST(PageBlock, that_was_cut_is_said_to_be_cut_at_every_byte) {
    const std::string page = page_with(R"({"format":"pairscope recording"})");
    const std::size_t begin = page.find("<script"), end = page.find("</script>");
    for (std::size_t size = begin; size < end + 8; ++size)
        EXPECT_THAT(refusal(page.substr(0, size)), HasSubstr("cut short after")) << size;
}

TEST(PageBlock, that_was_changed_is_refused_at_every_letter) {
    const std::string page = page_with("some text that is packed");
    const std::size_t begin = page.find("data-sum"), end = page.find("</script>");
    for (std::size_t at = begin; at < end; ++at) {
        std::string changed = page;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_THAT(refusal(changed), testing::AnyOf(HasSubstr("was changed since"), HasSubstr("cut short"))) << at;
    }
}

TEST(PageBlock, with_a_right_sum_of_damaged_data_is_refused) {
    const auto block = [](const std::string& text) {
        return fmt::format(
            "<script type=\"application/octet-stream\" id=\"recording-1\" data-version=\"1\" data-sum=\"{}\">{}"
            "</script>",
            check_sum_text(text), text);
    };
    const std::string whole = gzipped("text");
    EXPECT_EQ(refusal(page_around(block(in_base64(whole)))), "read: text");
    for (const std::string& bad : {in_base64(whole.substr(0, whole.size() - 1)), in_base64(whole + "x"),
                                   in_base64("text"), std::string("*"), std::string()})
        EXPECT_THAT(refusal(page_around(block(bad))), HasSubstr("was changed since")) << bad;
}

TEST(PageBlock, that_unpacks_to_too_much_is_refused_before_it_fills_the_memory) {
    EXPECT_THAT(refusal(page_with(std::string((std::size_t{256} << 20) + 1, ' '))), HasSubstr("more than 256 MiB"));
}

TEST(PageBlock, of_a_newer_version_names_both_versions) {
    std::string page = page_with("{}");
    page.replace(page.find("data-version=\"1\""), 16, "data-version=\"7\"");
    EXPECT_THAT(refusal(page), HasSubstr("version 7"));
}

TEST(PageBlock, must_be_there_once) {
    EXPECT_THAT(refusal(page_around("")), StartsWith("it is a page without a recording"));
    EXPECT_THAT(refusal(page_around(page_block("recording-1", "{}") + page_block("recording-2", "{}"))),
                HasSubstr("several recordings"));
}

TEST(Sha256, is_what_the_standard_says) {
    EXPECT_EQ(sha256_digits(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_digits("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_digits(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

} // namespace
} // namespace pairscope::profiling
