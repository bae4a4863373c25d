// SPDX-License-Identifier: MIT
// How the window looks: its theme, its panels, and the dialog that is open.
#pragma once

#include "app/chart/theme_colours.h"
#include "app/spine/activity.h"
#include "app/subjects/ladder/ladder.h"
#include "profiling/roofline.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

struct Effects;
struct State;

enum class Dialog : std::uint8_t {
    none,
    open_file,
    open_kernel, ///< a file with a kernel of the user's own
    open_second, ///< the file of the second set
    open_other,  ///< the file of a second matrix
    open_tracks, ///< a table with more columns about the rows
    save,        ///< what the saver of LookState::saver saves
    page,        ///< what travels with an HTML page
    sources,     ///< the sources of the two compared variants, as wide as the window
    reading,     ///< how a file is to be read that looks like a distance matrix
    go_to,
    palette,
    shortcuts,
    glossary,
    help,
    about
};

/// What is typed and chosen in the open dialog.
struct DialogEntry {
    std::string text;
    std::filesystem::path folder; ///< the folder that the file browser shows
    int chosen = 0;               ///< a line of the list
    bool operator==(const DialogEntry&) const = default;
};

/// How large a figure of the matrix is on paper. 0: as large as on the screen.
struct FigureSize {
    double width = 0.0;      ///< from the left edge to the right one [mm]
    double font = 0.0;       ///< height of the names along its edges [pt]
    double resolution = 0.0; ///< a PNG has it [dpi]
    bool operator==(const FigureSize&) const = default;
};

/// A file that was saved: the status line says so for a while.
struct SavedFile {
    std::filesystem::path path;
    Clock::time_point when;
};

/// What the Size panel draws times against.
enum class TimesAgainst : std::uint8_t { size, multiprocessors, block };

struct LookState {
    Theme theme = Theme::dark;
    float scale = 1.0f;
    bool presentation = false;
    bool presents_output = true;   ///< a presentation has the output large, and else the panel that the user opened
    std::string opened;            ///< the panel about kernels that the user opened last; empty: none
    bool data_arrangement = false; ///< the panels about kernels and machines are hidden
    float scale_before = 1.0f;     ///< the user's own factor outside the presentation, while there is one
    Bars bars = Bars::share;
    /// The memory whose bytes the roofline counts, if the user chose it; see roofline_level().
    std::optional<profiling::MemoryLevel> level{};
    profiling::WorkUnit unit = profiling::WorkUnit::flop; ///< the unit of work in the roofline
    TimesAgainst times_against = TimesAgainst::size;      ///< in the Size panel, where that can be had
    Dialog dialog = Dialog::none;
    std::string_view saver{}; ///< while Dialog::save is open: the id of its entry in app/paper/savers.cpp
    DialogEntry entry;
    bool charts_as_screen = false; ///< saved charts in the screen's theme, not in the light one
    FigureSize figure{};           ///< saved figures of the matrix have it
    bool builtin_files = false;    ///< choose files in the window, not with the desktop's dialog
    bool hints = true;             ///< the three hints of the first start
    bool reset_layout = false;
    std::string focus;                  ///< the panel that comes to the front in this frame; empty: none
    std::string front;                  ///< the same, but the keyboard stays where it is
    std::map<std::string, bool> panels; ///< shown or not; absent: shown
    std::map<std::string, bool> folded; ///< groups of the ladder; absent: folded where they have no room
    std::optional<SavedFile> saved;     ///< the last one; absent: nothing was saved, or it was long ago
    double frames_per_second = 0.0;
    std::string gl_renderer; ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string no_interop;  ///< why the picture goes through the host; empty: straight into the texture
};

namespace command {

struct SetTheme {
    Theme theme;
};
struct SetScale {
    float scale;
}; ///< the user's own factor, 1 is the display's
struct SetChartTheme {
    bool as_screen;
}; ///< the theme of saved charts: that of the screen, or the light one for paper
struct SetFigureSize {
    FigureSize size;
};
struct SetPresentation {
    bool on;
};
struct PresentOutput {
    bool on;
}; ///< the output is the large one in a presentation, and else the panel that was opened last
struct NoteOpened {
    std::string panel;
}; ///< the user has put this panel about kernels in front
struct ArrangeForData {
    bool on;
}; ///< hides the panels about kernels and machines
struct ResetLayout {};
struct ShowDialog {
    Dialog dialog;
    std::string_view saver{}; ///< for Dialog::save: the id of a saver, which lives as long as the program
};
struct SetEntry {
    DialogEntry entry;
}; ///< what is typed and chosen in the open dialog
struct ShowPanel {
    std::string panel;
    bool shown;
};
struct FocusPanel {
    std::string panel;
}; ///< shown, and in front of the others in its place
struct DismissHints {};
struct Quit {};

void carry_out(const SetTheme&, State&, Effects&);
void carry_out(const SetScale&, State&, Effects&);
void carry_out(const SetChartTheme&, State&, Effects&);
void carry_out(const SetFigureSize&, State&, Effects&);
void carry_out(const SetPresentation&, State&, Effects&);
void carry_out(const PresentOutput&, State&, Effects&);
void carry_out(const NoteOpened&, State&, Effects&);
void carry_out(const ArrangeForData&, State&, Effects&);
void carry_out(const ResetLayout&, State&, Effects&);
void carry_out(const ShowDialog&, State&, Effects&);
void carry_out(const SetEntry&, State&, Effects&);
void carry_out(const ShowPanel&, State&, Effects&);
void carry_out(const FocusPanel&, State&, Effects&);
void carry_out(const DismissHints&, State&, Effects&);
void carry_out(const Quit&, State&, Effects&);

} // namespace command

void show_dialog(LookState& look, Dialog dialog, std::string_view saver = {});
void focus_panel(LookState& look, const std::string& panel);

} // namespace pairscope::app
