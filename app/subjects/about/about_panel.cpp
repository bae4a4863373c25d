// SPDX-License-Identifier: MIT
#include "app/spine/version.h"
#include "app/subjects/about/system_report.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <array>

namespace pairscope::app {
namespace {

struct Part {
    const char* name;
    const char* licence;
};
constexpr std::array<Part, 19> parts{{{"Dear ImGui, ImPlot", "MIT"},
                                      {"ImGuiColorTextEdit", "MIT"},
                                      {"Portable File Dialogs", "WTFPL"},
                                      {"GLFW", "zlib/libpng"},
                                      {"glad", "MIT, Khronos specifications Apache 2.0"},
                                      {"Google Highway", "Apache 2.0 or BSD 3-clause"},
                                      {"oneTBB", "Apache 2.0"},
                                      {"fmt, spdlog, JSON for Modern C++", "MIT"},
                                      {"CLI11", "BSD 3-clause"},
                                      {"Eigen", "MPL 2.0"},
                                      {"libspng", "BSD 2-clause"},
                                      {"Cairo", "LGPL 2.1 or MPL 1.1"},
                                      {"FreeType", "FreeType licence or GPL 2"},
                                      {"zlib", "zlib"},
                                      {"CUDA runtime, where built in", "NVIDIA CUDA EULA"},
                                      {"Roboto", "Apache 2.0"},
                                      {"Inconsolata", "SIL Open Font License 1.1"},
                                      {"Font Awesome 6 Free", "SIL Open Font License 1.1"},
                                      {"Colormaps of matplotlib, and our own", "CC0"}}};

constexpr std::array<Part, 3> data{
    {{"Cities", "GeoNames (geonames.org), CC BY 4.0"},
     {"Handwritten digits", "Alpaydin and Kaynak, UCI Machine Learning Repository, CC BY 4.0"},
     {"Time zone places", "tz database, public domain"}}};

void two_columns(const Frame& frame, const char* id, std::string_view what, std::string_view value) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(id);
    wrapped_text(what, frame.style.palette.dim);
    ImGui::TableNextColumn();
    wrapped_text(value, frame.style.palette.text);
    ImGui::PopID();
}

bool begin_lines(const Frame& frame, const char* id) {
    if (!ImGui::BeginTable(id, 2)) return false;
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthFixed, frame.style.px(210.0f));
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

template <std::size_t count> void parts_of(const Frame& frame, const char* title, const std::array<Part, count>& all) {
    ImGui::Dummy({0.0f, frame.style.px(6.0f)});
    heading(frame, title, {}, "Parts of this program that other people wrote, each with its licence.");
    if (!begin_lines(frame, title)) return;
    for (const Part& part : all) two_columns(frame, part.name, part.name, part.licence);
    ImGui::EndTable();
}

void inside(const Frame& frame, const std::vector<ReportLine>& report) {
    ImGui::PushFont(frame.style.fonts.bold, frame.style.text_size);
    ImGui::TextUnformatted(fmt::format("Pairscope {}", version()).c_str());
    ImGui::PopFont();
    wrapped_text("A microscope for pairwise-distance kernels. MIT licence.", frame.style.palette.dim);
    ImGui::Dummy({0.0f, frame.style.px(6.0f)});
    heading(frame, "This machine", {}, "What the program found on this machine. The list helps if you report a bug.");
    if (begin_lines(frame, "##machine")) {
        for (const ReportLine& line : report) two_columns(frame, line.what.c_str(), line.what, line.value);
        ImGui::EndTable();
    }
    parts_of(frame, "Data", data);
    parts_of(frame, "Parts and their licences", parts);
}

} // namespace

void draw_about_panel(const Frame& frame) {
    if (begin_dialog(frame, "About", {frame.style.px(640.0f), frame.style.px(560.0f)})) {
        const auto report = system_report(frame.state);
        if (ImGui::BeginChild("##inside", {0.0f, -ImGui::GetFrameHeightWithSpacing()})) inside(frame, report);
        ImGui::EndChild();
        if (ImGui::Button("Copy system report")) frame.push(command::Copy{text_of(report), "The system report"});
        explain(frame, "Copies a text for bug reports: version, devices, graphics and data. It contains no names "
                       "except that of the file.");
        ImGui::SameLine();
        if (ImGui::Button("Close")) close_dialog(frame);
        explain(frame, "Closes this page. Escape does the same.");
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app
