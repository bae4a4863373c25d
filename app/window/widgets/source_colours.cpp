// SPDX-License-Identifier: MIT
#include "app/window/widgets/source_colours.h"

namespace pairscope::app {
namespace {

using Color = TextEditor::Color;

ImU32 rgb(unsigned hex) { return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255); }

/// The colours of the words: comments are what is read first, so they are not the faintest.
struct Words {
    unsigned keyword, declaration, number, string, preprocessor, known, comment;
};
constexpr Words dark_words{.keyword = 0x8fc4ff,
                           .declaration = 0x7fd6c2,
                           .number = 0xe8b873,
                           .string = 0xe8b873,
                           .preprocessor = 0xc9a3d8,
                           .known = 0x9fd3f5,
                           .comment = 0xa9c79a};
constexpr Words light_words{.keyword = 0x0a4fa0,
                            .declaration = 0x00594a,
                            .number = 0x7a3d00,
                            .string = 0x7a3d00,
                            .preprocessor = 0x6b2a86,
                            .known = 0x0b4a6e,
                            .comment = 0x33582a};

} // namespace

TextEditor::Language cuda_language() {
    TextEditor::Language language = *TextEditor::Language::Cpp();
    language.name = "CUDA C++";
    language.keywords.insert({"__global__", "__device__", "__host__", "__shared__", "__constant__", "__restrict__",
                              "__forceinline__", "__launch_bounds__"});
    language.declarations.insert({"float2", "float4", "int2", "uint4", "dim3", "cudaStream_t", "cudaSurfaceObject_t"});
    language.identifiers.insert({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__syncthreads",
                                 "__syncwarp", "__shfl_sync", "surf2Dwrite", "sqrtf", "fmaf", "__fsqrt_rn", "__stcs"});
    return language;
}

TextEditor::Palette text_palette(Theme theme) {
    const Palette house = palette_of(theme);
    const Words& words = theme == Theme::dark ? dark_words : light_words;
    TextEditor::Palette palette;
    palette.fill(ImGui::ColorConvertFloat4ToU32(house.text));
    const auto set = [&](Color what, ImU32 colour) { palette[std::size_t(what)] = colour; };
    set(Color::keyword, rgb(words.keyword));
    set(Color::declaration, rgb(words.declaration));
    set(Color::number, rgb(words.number));
    set(Color::string, rgb(words.string));
    set(Color::preprocessor, rgb(words.preprocessor));
    set(Color::knownIdentifier, rgb(words.known));
    set(Color::comment, rgb(words.comment));
    set(Color::background, ImGui::ColorConvertFloat4ToU32(house.panel));
    ImVec4 selection = house.accent;
    selection.w = 0.3f;
    set(Color::selection, ImGui::ColorConvertFloat4ToU32(selection));
    set(Color::whitespace, ImGui::ColorConvertFloat4ToU32(house.faint));
    for (const Color number : {Color::lineNumber, Color::currentLineNumber})
        set(number, ImGui::ColorConvertFloat4ToU32(house.dim));
    set(Color::matchingBracketBackground, ImGui::ColorConvertFloat4ToU32(house.line));
    return palette;
}

} // namespace pairscope::app
