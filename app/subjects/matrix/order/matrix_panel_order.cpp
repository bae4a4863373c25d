// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/matrix_panel_order.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace pairscope::app {
namespace {

void draw_order_choice(const Frame& frame, OrderKind kind) {
    const OrderChoice offered = order_offered(frame.state, kind);
    const std::string why_not = why_not_ordered(frame.state, kind);
    const std::string title(title_of(kind));
    if (ImGui::MenuItem(title.c_str(), nullptr, frame.state.view.order.kind == kind, why_not.empty()))
        frame.push(command::OrderMatrix{offered});
    explain(frame, why_not.empty() ? what_it_reveals(kind, current_type(frame.state)) : why_not);
}

/// A menu of the columns that are drawn along the matrix.
void draw_column_orders(const Frame& frame) {
    const std::vector<OrderChoice> offered = column_orders_offered(frame.state);
    const std::string why_not = why_not_ordered(frame.state, OrderKind::by_column);
    const bool is_open = ImGui::BeginMenu("by a column", why_not.empty());
    if (!is_open) explain(frame, why_not.empty() ? std::string(what_it_reveals(OrderKind::by_column)) : why_not);
    if (!is_open) return;
    for (const OrderChoice& choice : offered)
        if (ImGui::MenuItem(choice.column.c_str(), nullptr, frame.state.view.order == choice))
            frame.push(command::OrderMatrix{choice});
    ImGui::EndMenu();
}

void choose_tree(const Frame& frame, const seriation::TreeChoice& tree) {
    OrderChoice choice = order_offered(frame.state, OrderKind::clusters);
    choice.tree = tree;
    frame.push(command::OrderMatrix{choice});
}

void draw_linkage_choice(const Frame& frame, seriation::Linkage linkage) {
    OrderChoice offered = order_offered(frame.state, OrderKind::clusters);
    const bool chosen = offered.tree.linkage == linkage;
    offered.tree.linkage = linkage;
    const std::string why_not = why_not_ordered(frame.state, offered);
    const std::string title(title_of(linkage));
    if (ImGui::MenuItem(title.c_str(), nullptr, chosen, why_not.empty())) choose_tree(frame, offered.tree);
    explain(frame, why_not.empty() ? fmt::format("Two branches of the tree meet at {}.", meaning_of_height(linkage))
                                   : why_not);
}

void draw_leaf_choice(const Frame& frame) {
    OrderChoice offered = order_offered(frame.state, OrderKind::clusters);
    const bool chosen = offered.tree.leaves == seriation::LeafOrder::optimal;
    offered.tree.leaves = chosen ? seriation::LeafOrder::near_ends : seriation::LeafOrder::optimal;
    const std::string why_not = chosen ? std::string() : why_not_ordered(frame.state, offered);
    if (ImGui::MenuItem("optimal leaf order", nullptr, chosen, why_not.empty())) choose_tree(frame, offered.tree);
    explain(frame, why_not.empty()
                       ? "Turns the branches of the tree so that the sum of the distances between vectors "
                         "side by side is the least that the tree allows. Otherwise the nearest ends of two "
                         "branches meet."
                       : why_not);
}

/// What a user typed: an empty text, or what is no number, cuts nothing.
TreeCut cut_in(const std::string& typed, TreeCut::By by) {
    const auto number = number_in(typed);
    if (!number || *number < 0.0) return {};
    if (by == TreeCut::By::height) return {.by = by, .height = *number};
    constexpr double most = double(seriation::most_clustered);
    return {.by = by, .number = std::int64_t(std::clamp(*number, 1.0, most))};
}

void draw_cut_entry(const Frame& frame, TreeCut::By by, const char* id) {
    const TreeCut& now = frame.state.view.order.cut;
    const bool is_number = by == TreeCut::By::number;
    const std::string shown = now.by != by ? "" : is_number ? grouped(now.number) : fmt::format("{:.4g}", now.height);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(is_number ? "number of clusters" : "height of the cut");
    ImGui::SameLine(frame.style.px(150.0f));
    if (const auto typed = entry(id, shown, frame.style.px(70.0f))) {
        OrderChoice choice = order_offered(frame.state, OrderKind::clusters);
        choice.cut = cut_in(*typed, by);
        frame.push(command::OrderMatrix{choice});
    }
    explain(frame, is_number
                       ? "Cuts the tree into so many clusters, which get colours. An empty field cuts nothing."
                       : "Cuts the tree at this height, in the unit of the distances. An empty field cuts nothing.");
}

void draw_tree_choices(const Frame& frame) {
    ImGui::Separator();
    if (ImGui::BeginMenu("linkage")) {
        for (const auto& known : seriation::linkage_names) draw_linkage_choice(frame, known.value);
        ImGui::EndMenu();
    }
    draw_leaf_choice(frame);
    draw_cut_entry(frame, TreeCut::By::number, "##number of clusters");
    draw_cut_entry(frame, TreeCut::By::height, "##height of the cut");
    if (const std::string why_not = why_not_cut(frame.state); !why_not.empty())
        small_text(frame, why_not, frame.style.palette.warning);
}

} // namespace

void draw_order_menu(const Frame& frame) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const OrderChoice now = order_in_force(frame.state);
    const std::string sorted = sorted_how(frame.state.data.now.source);
    const bool is_as_sorted = now.kind == OrderKind::as_loaded && !sorted.empty();
    const std::string title = is_as_sorted ? "as sorted" : title_of(now);
    const std::string label = fmt::format("order: {}###order", title);
    if (ImGui::SmallButton(label.c_str())) ImGui::OpenPopup("order of the matrix");
    ImGui::PopFont();
    const std::string why_not = why_not_ordered(frame.state, frame.state.view.order);
    explain(frame,
            fmt::format("The order of the rows and columns in this picture: {}. {}{} The data and all files keep "
                        "their own order. A click shows all orders.",
                        title,
                        is_as_sorted ? fmt::format("The points were sorted {} when they were loaded. ", sorted) : "",
                        why_not.empty() ? what_it_reveals(now.kind, current_type(frame.state)) : why_not));
    if (!ImGui::BeginPopup("order of the matrix")) return;
    for (const auto& known : order_kind_names)
        if (known.value != OrderKind::by_column) draw_order_choice(frame, known.value);
    draw_column_orders(frame);
    if (frame.state.view.order.kind == OrderKind::clusters) draw_tree_choices(frame);
    ImGui::Separator();
    const bool animated = frame.state.order.animated;
    if (ImGui::MenuItem("animate##order", nullptr, animated)) frame.push(command::AnimateOrder{!animated});
    explain(frame,
            "Shows for 0.6 s how rows and columns move to their new places. Pictures that take longer than 0.1 s "
            "change at once, and so does a matrix that is not stored.");
    ImGui::EndPopup();
}

} // namespace pairscope::app
