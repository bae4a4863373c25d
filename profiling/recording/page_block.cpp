// SPDX-License-Identifier: MIT
#include "profiling/recording/page_block.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>

namespace pairscope::profiling {
namespace {

constexpr std::string_view opening = "<script type=\"application/octet-stream\" id=\"", closing = "</script>";
constexpr std::string_view of_recording = "recording-", after_sum = "\">";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each letter of base64; 64: it is none.
constexpr std::array<std::uint8_t, 256> letter_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(64);
    for (std::size_t i = 0; i < letters.size(); ++i)
        values[static_cast<unsigned char>(letters[i])] = static_cast<std::uint8_t>(i);
    return values;
}();

const Bytef* bytes_of(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

[[noreturn]] void refuse_changed() {
    throw InputError("the recording in this page was changed since the page was written; copy the page again, or make "
                     "it anew with pairscope page");
}

struct EndDeflate {
    void operator()(z_stream* stream) const { deflateEnd(stream); }
};
struct EndInflate {
    void operator()(z_stream* stream) const { inflateEnd(stream); }
};

/// Without blanks, and with as many letters as writing them gives.
std::string from_base64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    while (text.ends_with('=')) text.remove_suffix(1);
    std::uint32_t bits = 0;
    int known = 0;
    for (const char letter : text) {
        const std::uint8_t value = letter_values[static_cast<unsigned char>(letter)];
        if (value > 63) refuse_changed();
        bits = bits << 6 | value;
        known += 6;
        if (known < 8) continue;
        known -= 8;
        bytes += static_cast<char>(bits >> known & 255);
    }
    return bytes;
}

std::string gunzipped(std::string_view packed, const std::stop_token& stop) {
    z_stream stream{};
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, EndInflate> end(&stream);
    stream.next_in = const_cast<Bytef*>(bytes_of(packed)); // zlib only reads it
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    std::array<char, std::size_t{64} << 10> part{};
    for (int result = Z_OK; result != Z_STREAM_END;) {
        if (stop.stop_requested()) throw InputError("reading it was cancelled; open it again");
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        result = inflate(&stream, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR) throw std::bad_alloc();
        if (result != Z_OK && result != Z_STREAM_END) refuse_changed();
        text.append(part.data(), part.size() - stream.avail_out);
        if (text.size() > most_recording_bytes)
            throw InputError("its recording unpacks to more than 256 MiB, which no recording does; open another file");
    }
    if (stream.avail_in != 0) refuse_changed();
    return text;
}

/// Where the text of an element begins, and what its head says.
struct Head {
    int version = 0;
    std::string_view sum;
    std::size_t size = 0; ///< [B] of the head, from the end of the id's beginning on
};

/// Takes "NAME" from the beginning of the text. False: it does not begin so.
bool take(std::string_view& text, std::string_view name) {
    if (!text.starts_with(name)) return false;
    text.remove_prefix(name.size());
    return true;
}

std::optional<int> take_number(std::string_view& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// The head whose rest this text is, from behind `of_recording` on. Absent: it is not so written.
std::optional<Head> head_in(std::string_view text) {
    const std::size_t all = text.size();
    Head head;
    if (!take_number(text) || !take(text, "\" data-version=\"")) return {};
    const auto version = take_number(text);
    if (!version || !take(text, "\" data-sum=\"")) return {};
    const std::size_t end = text.find(after_sum);
    constexpr std::size_t longest_sum = 64;
    if (end == std::string_view::npos || end > longest_sum) return {};
    head.version = *version;
    head.sum = text.substr(0, end);
    head.size = all - text.size() + end + after_sum.size();
    return head;
}

[[noreturn]] void refuse_cut(std::string_view page) {
    throw InputError(fmt::format("the page is cut short after {} bytes; copy the file again, or make it anew with "
                                 "pairscope page",
                                 grouped(std::int64_t(page.size()))));
}

} // namespace

std::string check_sum_text(std::string_view bytes) {
    return fmt::format("crc32:{:08x}", static_cast<std::uint32_t>(crc32_z(0, bytes_of(bytes), bytes.size())));
}

std::string gzipped(std::string_view bytes) {
    z_stream stream{};
    constexpr int gzip = 16, level = 9, memory = 9;
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + gzip, memory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, EndDeflate> end(&stream);
    gz_header header{};
    constexpr int unknown_system = 255;
    header.os = unknown_system; // the same bytes everywhere
    deflateSetHeader(&stream, &header);
    if (bytes.size() > std::numeric_limits<uInt>::max()) throw std::bad_alloc();
    std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = const_cast<Bytef*>(bytes_of(bytes)); // zlib only reads it
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH); // it cannot fail: there is room for all of it
    packed.resize(stream.total_out);
    return packed;
}

std::string in_base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? letters[bits >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string page_block(std::string_view id, std::string_view bytes) {
    const std::string text = in_base64(gzipped(bytes));
    return fmt::format("{}{}\" data-version=\"{}\" data-sum=\"{}\">{}{}\n", opening, id, page_format,
                       check_sum_text(text), text, closing);
}

std::string recording_block_id(int place) { return fmt::format("{}{}", of_recording, place); }

std::string recording_in_page(std::string_view page, const std::stop_token& stop) {
    const std::string mark = fmt::format("{}{}", opening, of_recording);
    const std::size_t found = page.find(mark);
    if (found == std::string_view::npos) {
        if (page.find("</html>") == std::string_view::npos) refuse_cut(page);
        throw InputError("it is a page without a recording; open a page that pairscope page made");
    }
    std::string_view rest = page.substr(found + mark.size());
    const auto head = head_in(rest);
    if (!head) {
        if (rest.find('>') == std::string_view::npos) refuse_cut(page);
        refuse_changed();
    }
    if (head->version > page_format)
        throw InputError(fmt::format("the page is of version {}, and this program reads pages up to version {}; get a "
                                     "newer Pairscope",
                                     head->version, page_format));
    rest.remove_prefix(head->size);
    const std::size_t end = rest.find(closing);
    if (end == std::string_view::npos) refuse_cut(page);
    if (rest.find(mark, end) != std::string_view::npos)
        throw InputError("the page holds several recordings; open it in a browser, save one of them there, and open "
                         "that file");
    const std::string_view text = rest.substr(0, end);
    if (check_sum_text(text) != head->sum) refuse_changed();
    return gunzipped(from_base64(text), stop);
}

} // namespace pairscope::profiling
