// SPDX-License-Identifier: MIT
#include "app/page/page_document.h"

#include "app/page/page_assets.h"
#include "app/spine/version.h"
#include "kernels/data/readable.h"
#include "profiling/recording/page_block.h"
#include "profiling/recording/sha256.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace pairscope::page {
namespace {

std::string hash_of(std::string_view text) {
    const auto hash = profiling::sha256(text);
    return fmt::format("sha256-{}", profiling::in_base64({reinterpret_cast<const char*>(hash.data()), hash.size()}));
}

/// HTML, and the same text without its tags, by which the page knows whether it was changed.
struct Plain {
    std::string html, text;

    void add(std::string_view tag, std::string_view content, std::string_view attributes = {}) {
        const std::string safe = readable(content);
        html += fmt::format("<{}{}>{}</{}>", tag, attributes, escaped(safe), tag);
        text += safe;
    }
};

void add_table(Plain& plain, const PlainTable& table) {
    plain.html += "<table>";
    plain.add("caption", table.title);
    plain.html += "<thead><tr>";
    for (const std::string& heading : table.headings) plain.add("th", heading, " scope=\"col\"");
    plain.html += "</tr></thead><tbody>";
    for (const auto& row : table.rows) {
        plain.html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            i == 0 ? plain.add("th", row[i], " scope=\"row\"") : plain.add("td", row[i]);
        plain.html += "</tr>";
    }
    plain.html += "</tbody></table>";
}

/// The check sums of all blocks, in their order. A block that is taken away is missed by them.
std::string sums_of(std::string_view blocks) {
    constexpr std::string_view before = " data-sum=\"";
    std::string sums;
    for (std::size_t at = blocks.find(before); at != std::string_view::npos; at = blocks.find(before, at)) {
        at += before.size();
        sums += blocks.substr(at, blocks.find('"', at) - at);
    }
    return sums;
}

/// What a browser shows that does not run the script, or before it has run.
std::string plain_part(const Document& document) {
    Plain plain;
    plain.add("h1", document.title);
    plain.add("p", document.origin);
    if (!document.picture.empty()) {
        plain.html += fmt::format("<figure><img id=\"picture\" alt=\"{}\" src=\"data:image/png;base64,{}\">",
                                  escaped(readable(document.picture_text)), profiling::in_base64(document.picture));
        plain.add("figcaption", document.picture_text);
        plain.html += "</figure>";
    }
    for (const PlainTable& table : document.tables) add_table(plain, table);
    return fmt::format("<section id=\"plain\" data-sum=\"{}\">{}</section>\n",
                       profiling::check_sum_text(plain.text + sums_of(document.blocks)), plain.html);
}

} // namespace

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

std::string html_of(const Document& document) {
    const std::string style = fmt::format("{}{}", document.colours, style_sheet());
    const std::string_view script = page_script();
    const std::array<std::string, 6> rules{"default-src 'none'",
                                           fmt::format("script-src '{}'", hash_of(script)),
                                           fmt::format("style-src '{}'", hash_of(style)),
                                           fmt::format("img-src {} {}", "data:", "blob:"),
                                           "base-uri 'none'",
                                           "form-action 'none'"};
    const std::string policy = fmt::format("{}", fmt::join(rules, "; "));
    std::string html = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
        "<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"pairscope page {}\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n"
        "<style>{}</style>\n</head>\n<body>\n",
        policy, app::version(), escaped(readable(document.title)), style);
    html += "<p id=\"notice\" role=\"status\">If this sentence stays, the file is not complete, or this browser is too "
            "old for the page. The table of times is below.</p>\n"
            "<noscript><p>This page needs JavaScript for everything but the picture and the table of times.</p>"
            "</noscript>\n";
    html += plain_part(document);
    html += "<main id=\"app\" hidden></main>\n<script>";
    html += script;
    html += "</script>\n";
    html += document.blocks;
    html += "<p id=\"end\" hidden></p>\n</body>\n</html>\n";
    return html;
}

} // namespace pairscope::page
