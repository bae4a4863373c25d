// SPDX-License-Identifier: MIT
// Which pairs are closer than a radius: most are told apart by their cheap keys, and the rest exactly.
#pragma once

#include "kernels/neighbours/measure.h"

#include <cstdint>
#include <optional>

namespace pairscope::neighbours {

struct CountedPairs {
    std::int64_t closer = 0;
    std::int64_t at_radius = 0; ///< that cannot be told from the radius: see Measure::compare_with_radius()

    void add(int comparison) {
        closer += comparison < 0 ? 1 : 0;
        at_radius += comparison == 0 ? 1 : 0;
    }
    CountedPairs& operator+=(const CountedPairs& part) {
        closer += part.closer;
        at_radius += part.at_radius;
        return *this;
    }
};

class RadiusLimit {
public:
    /// The measure must outlive this.
    RadiusLimit(const Measure& measure, double radius);

    [[nodiscard]] double low() const { return low_; }   ///< cheap keys below are those of closer pairs
    [[nodiscard]] double high() const { return high_; } ///< cheap keys above are those of farther pairs
    /// Like Measure::compare_with_radius(), for a pair with this cheap key.
    [[nodiscard]] int compare(std::int64_t row, std::int64_t col, double key) const {
        if (key < low_) return -1;
        return key > high_ ? 1 : decide(row, col, key);
    }
    /// Where float32 keys decide: those below the first one are of closer pairs, and the others up to the second one,
    /// which may be none, of pairs at the radius.
    struct FloatLimits {
        float closer_below = 0.0f, at_most = 0.0f;
    };
    [[nodiscard]] std::optional<FloatLimits> float_limits() const;
    [[nodiscard]] Slack slack() const { return measure_.slack(); }
    [[nodiscard]] int compare_with_itself(std::int64_t row) const { return compare(row, row, 0.0); }

private:
    [[nodiscard]] int decide(std::int64_t row, std::int64_t col, double key) const;
    /// Is the distance with this exact key the radius, once it is rounded to a double?
    [[nodiscard]] bool is_at_radius(double key) const;

    const Measure& measure_;
    double radius_, low_, high_;
    double key_ = 0.0; ///< the radius as a key, rounded
    bool keys_decide_;
};

} // namespace pairscope::neighbours
