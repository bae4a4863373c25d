// SPDX-License-Identifier: MIT
#include "app/page/page_order.h"

#include "app/page/page_formula.h"
#include "app/spine/compared_by.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "kernels/seriation/cut.h"
#include "kernels/seriation/seriation.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

namespace pairscope::page {
namespace {

using app::Json;

std::string bytes_of_order(const Permutation& order) {
    static_assert(sizeof order[0] == sizeof(std::int32_t));
    std::string bytes(order.size() * sizeof order[0], '\0');
    if (!order.empty()) std::memcpy(bytes.data(), order.data(), bytes.size());
    return bytes;
}

/// The places at which the next cluster begins.
Json begins_of(const Permutation& order, const seriation::Clusters& clusters) {
    Json begins = Json::array();
    for (std::size_t place = 1; place < order.size(); ++place)
        if (clusters.of_row[std::size_t(order[place])] != clusters.of_row[std::size_t(order[place - 1])])
            begins.push_back(place);
    return begins;
}

Json cuts_of(const seriation::Clustering& tree) {
    Json cuts = Json::array();
    const std::int64_t most = std::min<std::int64_t>(most_clusters, std::ssize(tree.order));
    for (std::int64_t number = 2; number <= most; ++number)
        cuts.push_back(begins_of(tree.order, seriation::cut_into(tree, number)));
    return cuts;
}

struct Maker {
    const app::Question& question;
    std::vector<std::shared_ptr<const Dataset>> sets;
    std::stop_token stop;

    void add_clusters(PageOrders& orders) const {
        Json json{{"kind", name_of(app::OrderKind::clusters)}, {"title", title_of(app::OrderKind::clusters)}};
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const auto tree = seriation::clusters(*sets[i], RunControl{.stop = stop}, app::compared_by(question), {});
            json[i == 0 ? "cuts" : "column_cuts"] = cuts_of(tree);
            orders.bytes += bytes_of_order(tree.order);
        }
        orders.json.push_back(std::move(json));
    }
    void add_spanning_tree(PageOrders& orders) const {
        for (const auto& set : sets)
            orders.bytes += bytes_of_order(seriation::spanning_tree(*set, stop, app::compared_by(question)));
        orders.json.push_back(
            {{"kind", name_of(app::OrderKind::spanning_tree)}, {"title", title_of(app::OrderKind::spanning_tree)}});
    }
};

} // namespace

PageOrders orders_of(const app::Question& question, const std::stop_token& stop) {
    PageOrders orders{.json = Json::array(), .take_too_long = false, .bytes = {}};
    Maker maker{.question = question, .sets = {question.first}, .stop = stop};
    if (question.second && question.second != question.first) maker.sets.push_back(question.second);
    const WorkloadType& type = type_of(question.workload);
    const auto formula = page_formula(type);
    const auto has_order = [](const auto& set) { return set->rows >= 2 && seriation::why_no_tree(*set).empty(); };
    const auto is_quick = [&](const auto& set) {
        const double steps = type.metric == Metric::own && formula ? formula->steps(set->dims) : 0.0;
        return set->rows <= most_ordered_rows && double(set->rows) * double(set->rows) * steps <= most_ordered_steps;
    };
    if (!std::ranges::all_of(maker.sets, has_order)) return orders;
    orders.take_too_long = !std::ranges::all_of(maker.sets, is_quick);
    if (orders.take_too_long) return orders;
    maker.add_clusters(orders);
    maker.add_spanning_tree(orders);
    return orders;
}

} // namespace pairscope::page
