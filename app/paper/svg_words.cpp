// SPDX-License-Identifier: MIT
#include "app/paper/svg_words.h"

#include <fmt/format.h>

#include <numbers>

namespace pairscope::charts {
namespace {

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (static_cast<unsigned char>(c) < 0x20)
            safe += ' '; // XML has no place for control characters
        else
            safe += c;
    }
    return safe;
}

} // namespace

std::string with_words(std::string svg, std::string_view title, const std::vector<WrittenWords>& words) {
    std::string layer = "<g fill=\"none\" stroke=\"none\" font-family=\"Roboto, sans-serif\">\n";
    for (const WrittenWords& w : words) {
        const std::string turn = w.angle == 0.0 ? std::string()
                                                : fmt::format(" transform=\"rotate({:.2f} {:.2f} {:.2f})\"",
                                                              w.angle * 180.0 / std::numbers::pi, w.x, w.y);
        layer += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:g}\"{}>{}</text>\n", w.x, w.y, w.size, turn,
                             escaped(w.text));
    }
    layer += "</g>\n";
    if (const std::size_t end = svg.rfind("</svg>"); end != std::string::npos) svg.insert(end, layer);
    const std::size_t root = svg.find("<svg");
    const std::size_t inside = root == std::string::npos ? root : svg.find('>', root);
    if (inside != std::string::npos) svg.insert(inside + 1, fmt::format("\n<title>{}</title>", escaped(title)));
    return svg;
}

} // namespace pairscope::charts
