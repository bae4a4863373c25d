// SPDX-License-Identifier: MIT
#include "kernels/data/readable.h"

#include <algorithm>
#include <array>

namespace pairscope {

namespace {

/// What Windows-1252 has at 0x80 .. 0x9f; the rest of it is Latin-1, whose bytes are code points. 0xfffd: nothing.
constexpr std::array<char32_t, 32> windows_1252 = {
    0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
};

/// The length of the well-formed UTF-8 sequence at the front, or 0 (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u; };
    const unsigned lead = at(0);
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (at(1) < low || at(1) > high) return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if (at(i) < 0x80 || at(i) > 0xbf) return 0;
    }
    return length;
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t length = sequence_length(bytes);
        if (length == 0) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

/// Code points below 0x10000, which is all that Windows-1252 has.
void append_utf8(std::string& text, char32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3f));
    } else {
        text += static_cast<char>(0xe0 | (code >> 12));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
    }
}

} // namespace

bool is_ascii(std::string_view bytes) {
    return std::none_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string readable(std::string_view bytes) {
    if (is_ascii(bytes) || is_utf8(bytes)) return std::string(bytes);
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        append_utf8(text, byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80u] : byte);
    }
    return text;
}

std::string excerpt(std::string_view bytes) {
    constexpr std::size_t longest = 40;
    const std::string text = readable(bytes.substr(0, 4 * longest + 4));
    std::string quoted = "'";
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++characters) {
        if (characters == longest) return quoted + "...'";
        const std::size_t length = std::max<std::size_t>(1, sequence_length(std::string_view(text).substr(i)));
        const auto byte = static_cast<unsigned char>(text[i]);
        quoted += byte < 0x20 || byte == 0x7f ? std::string(" ") : text.substr(i, length);
        i += length;
    }
    return quoted + "'";
}

std::string legible(std::string_view text, std::initializer_list<std::string_view> kept) {
    constexpr std::string_view hex = "0123456789abcdef";
    const auto is_control = [](std::string_view rest) {
        const auto byte = static_cast<unsigned char>(rest[0]);
        const bool of_c1 = byte == 0xc2 && rest.size() > 1 && static_cast<unsigned char>(rest[1]) < 0xa0; // in UTF-8
        const bool bare_c1 = byte >= 0x80 && byte < 0xa0; // not in UTF-8: where a character begins
        return (byte < 0x20 && byte != '\n') || byte == 0x7f || of_c1 || bare_c1;
    };
    std::string safe;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        const auto found = std::ranges::find_if(kept, [&](std::string_view one) { return rest.starts_with(one); });
        const std::size_t length =
            found != kept.end() ? found->size() : std::max<std::size_t>(1, sequence_length(rest));
        if (found != kept.end() || !is_control(rest)) {
            safe += rest.substr(0, length);
        } else {
            const auto byte = static_cast<unsigned char>(rest[length - 1]);
            safe += {'\\', 'x', hex[byte / 16], hex[byte % 16]};
        }
        i += length;
    }
    return safe;
}

std::string shown(const std::filesystem::path& path) {
    const std::string& bytes = path.native();
    if (bytes == "/dev/stdin") return "standard input"; // nobody named a path
    std::string text;
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = sequence_length(std::string_view(bytes).substr(i));
        text += length == 0 ? std::string("\xef\xbf\xbd") : bytes.substr(i, length);
        i += std::max<std::size_t>(1, length);
    }
    return text;
}

} // namespace pairscope
