// SPDX-License-Identifier: MIT
#include "app/paper/face.h"

#include "app/spine/files/paths.h"

#include <cairo-ft.h>

#include <array>
#include <filesystem>
#include <memory>

namespace pairscope::charts {
namespace {

/// The font face of a file. Cairo keeps faces in its own cache, so it must know how to free this one.
struct LoadedFace {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    LoadedFace() = default;
    LoadedFace(const LoadedFace&) = delete;
    LoadedFace& operator=(const LoadedFace&) = delete;
    ~LoadedFace() {
        if (face != nullptr) FT_Done_Face(face);
        if (library != nullptr) FT_Done_FreeType(library);
    }
};

/// Null if the file is not there, or is no font.
cairo_font_face_t* face_in(const std::filesystem::path& path) {
    static constexpr cairo_user_data_key_t key{};
    auto loaded = std::make_unique<LoadedFace>();
    if (FT_Init_FreeType(&loaded->library) != 0) return nullptr;
    if (FT_New_Face(loaded->library, path.c_str(), 0, &loaded->face) != 0) return nullptr;
    cairo_font_face_t* made = cairo_ft_font_face_create_for_ft_face(loaded->face, FT_LOAD_NO_HINTING);
    const auto end = [](void* data) { delete static_cast<LoadedFace*>(data); };
    if (cairo_font_face_set_user_data(made, &key, loaded.get(), end) != CAIRO_STATUS_SUCCESS) {
        cairo_font_face_destroy(made);
        return nullptr;
    }
    static_cast<void>(loaded.release());
    return made;
}

} // namespace

cairo_font_face_t* text_face(bool bold) {
    const std::filesystem::path system = "/usr/share/fonts/truetype/dejavu";
    const std::array<std::filesystem::path, 2> files{app::assets_folder() / "fonts" /
                                                         (bold ? "Roboto-Bold.ttf" : "Roboto-Regular.ttf"),
                                                     system / (bold ? "DejaVuSans-Bold.ttf" : "DejaVuSans.ttf")};
    for (const auto& file : files)
        if (cairo_font_face_t* face = face_in(file)) return face;
    return cairo_toy_font_face_create("sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                      bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

} // namespace pairscope::charts
