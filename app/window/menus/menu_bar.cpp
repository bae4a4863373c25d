// SPDX-License-Identifier: MIT
// The menu, and at its right end what is being looked at: workload, device, how the picture gets here, frames per
// second.
#include "app/spine/pulse.h"
#include "app/spine/state_queries.h"
#include "app/window/menus/actions.h"
#include "app/window/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {
namespace {

void draw_action(const Frame& frame, const Action& action) {
    if (action.divided && action.group.empty()) ImGui::Separator();
    const std::string keys = action.keys.empty() ? std::string() : action.keys.front();
    const std::string why_not = action.why_not();
    if (ImGui::MenuItem(action.title.c_str(), keys.c_str(), action.checked.value_or(false), why_not.empty()))
        frame.commands.push_back(action.command);
    if (const std::string& tip = why_not.empty() ? action.about : why_not; !tip.empty()) explain(frame, tip);
}

/// The submenus in which the next action is, from the outermost one.
class Submenus {
public:
    ~Submenus() { close_all_but(0); }

    /// `group` is a path such as "Recordings/NVIDIA H200". False: the action is in a submenu that is not open.
    bool enter(std::string_view group, bool is_divided) {
        const std::vector<std::string_view> wanted = parts_of(group);
        std::size_t same = 0;
        while (same < std::min(wanted.size(), entered_.size()) && wanted[same] == entered_[same].name) ++same;
        close_all_but(same);
        if (is_divided && same < wanted.size() && all_open()) ImGui::Separator();
        for (std::size_t i = same; i < wanted.size(); ++i)
            entered_.push_back({wanted[i], all_open() && ImGui::BeginMenu(std::string(wanted[i]).c_str())});
        return all_open();
    }

private:
    struct Entered {
        std::string_view name;
        bool is_open;
    };

    static std::vector<std::string_view> parts_of(std::string_view group) {
        std::vector<std::string_view> parts;
        while (!group.empty()) {
            const std::size_t end = std::min(group.find('/'), group.size());
            parts.push_back(group.substr(0, end));
            group.remove_prefix(std::min(end + 1, group.size()));
        }
        return parts;
    }
    [[nodiscard]] bool all_open() const { return std::ranges::all_of(entered_, &Entered::is_open); }
    void close_all_but(std::size_t count) {
        for (; entered_.size() > count; entered_.pop_back())
            if (entered_.back().is_open) ImGui::EndMenu();
    }

    std::vector<Entered> entered_;
};

/// The menu's actions in their order; those of one group, which stand together, in a submenu.
void draw_menu(const Frame& frame, std::span<const Action> all, Menu menu) {
    Submenus submenus;
    for (const Action& action : all)
        if (action.menu == menu && submenus.enter(action.group, action.divided && !action.group.empty()))
            draw_action(frame, action);
}

void draw_dot(const ImVec4& colour) {
    const float radius = ImGui::GetFontSize() * 0.22f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + ImGui::GetFrameHeight() / 2.0f}, radius,
                                                ImGui::GetColorU32(colour));
    ImGui::Dummy({2 * radius, ImGui::GetFrameHeight()});
}

/// Does the GPU write the picture that is drawn?
bool is_direct(const State& state) { return state.run.interop_device >= 0 && state.look.no_interop.empty(); }

std::string device_words(const Device& device) {
    if (device.backend == Backend::cuda) return device.name;
    return fmt::format("{}, {}", device.name, counted(device.units, "thread"));
}

void draw_device(const Frame& frame) {
    const RunState& run = frame.state.run;
    if (run.devices.empty()) return;
    const std::string now = device_words(run.devices[run.device]);
    ImGui::SetNextItemWidth(ImGui::CalcTextSize(now.c_str()).x + frame.style.px(22) +
                            ImGui::GetStyle().FramePadding.x * 2.0f);
    if (begin_combo(frame, "##device", now)) {
        for (std::size_t i = 0; i < run.devices.size(); ++i)
            if (ImGui::Selectable(fmt::format("{}##{}", device_words(run.devices[i]), i).c_str(), i == run.device))
                frame.push(command::SelectDevice{i});
        ImGui::EndCombo();
    }
    explain(frame, run.no_gpu.empty() ? "The device that runs the CUDA variants. CPU variants always run on the CPU."
                                      : fmt::format("CUDA variants are simulated on the CPU, up to n = {}. {}",
                                                    grouped(most_simulated_rows), run.no_gpu));
}

void draw_right_end(const Frame& frame) {
    const State& state = frame.state;
    const WorkloadType& type = current_type(state);
    const std::string workload(type.id);
    const bool direct = is_direct(state);
    const std::string path = direct ? "picture: direct" : "picture: through the host";
    const std::string pulse = pulse_text(state);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float device = state.run.devices.empty()
                             ? 0.0f
                             : ImGui::CalcTextSize(device_words(state.run.devices[state.run.device]).c_str()).x;
    const float width = ImGui::CalcTextSize((workload + path).c_str()).x + ImGui::CalcTextSize("about to measure").x +
                        device + ImGui::GetFrameHeight() * 2.0f + style.ItemSpacing.x * 7.0f +
                        style.FramePadding.x * 4.0f;
    const float from = ImGui::GetWindowWidth() - width - style.WindowPadding.x;
    if (from < ImGui::GetCursorPosX() + style.ItemSpacing.x) return;
    ImGui::SetCursorPosX(from);
    ImGui::TextColored(frame.style.palette.dim, "%s", workload.c_str());
    explain(frame, fmt::format("The workload: {}. {}", type.title, type.question));
    draw_device(frame);
    draw_dot(direct ? frame.style.palette.good : frame.style.palette.faint);
    ImGui::TextUnformatted(path.c_str());
    explain(frame, direct ? "The GPU writes the texture on the screen directly, through CUDA-OpenGL interop."
                          : fmt::format("The output is copied through host memory. {}", state.look.no_interop));
    ImGui::TextColored(frame.style.palette.dim, "%s", pulse.c_str());
    explain(frame, pulse_meaning(state));
}

} // namespace

void draw_menu_bar(const Frame& frame) {
    if (frame.state.look.presentation) return;
    if (!ImGui::BeginMainMenuBar()) return;
    for (const Menu menu : {Menu::file, Menu::data, Menu::run, Menu::view, Menu::help}) {
        if (!ImGui::BeginMenu(std::string(title_of(menu)).c_str())) continue;
        draw_menu(frame, actions(frame.state, choices_of(frame)), menu);
        ImGui::EndMenu();
    }
    draw_right_end(frame);
    ImGui::EndMainMenuBar();
}

} // namespace pairscope::app
