// SPDX-License-Identifier: MIT
// What is known about the order of the matrix on the screen.
#pragma once

#include "app/spine/activity.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/points/scatter_view.h"
#include "kernels/data/dataset.h"

#include <memory>
#include <optional>

namespace pairscope::app {

/// What an order is worked out from. The sets are shared values that never change.
struct OrderKey {
    OrderChoice choice;
    std::shared_ptr<const Dataset> first, second;
    PointAxes axes;             ///< the axes of the Points panel, for orders by places
    seriation::ComparedBy by{}; ///< for orders by distances
    bool operator==(const OrderKey&) const = default;
};

struct OrderState {
    std::shared_ptr<const MatrixOrder> made; ///< the last one that was worked out; null: none yet
    std::optional<OrderKey> made_for;
    std::optional<OrderKey> failed_for; ///< not tried again until something changes
    bool animated = true;               ///< another order is shown step by step
    bool moving = false;                ///< the picture goes from `before` to the order of now, since `began`
    std::shared_ptr<const MatrixOrder> before;
    Clock::time_point began;
};

} // namespace pairscope::app
