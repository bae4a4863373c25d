// SPDX-License-Identifier: MIT
// A long text that is handed on piece by piece, so that it is never in memory as a whole.
#pragma once

#include "kernels/data/save.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pairscope::app {

using TextSink = std::function<void(std::string_view)>;

/// Collects short texts, so that the sink gets few pieces.
class Pieces {
public:
    explicit Pieces(TextSink sink) : sink_(std::move(sink)) {}
    /// The sink must outlive it.
    explicit Pieces(const ByteSink& sink)
        : sink_([&sink](std::string_view text) { sink(std::as_bytes(std::span(text))); }) {}
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    [[nodiscard]] std::string& text() { return text_; }
    void hand_over_if_long() {
        constexpr std::size_t long_enough = std::size_t{64} << 10;
        if (text_.size() >= long_enough) hand_over();
    }
    void hand_over() {
        sink_(text_);
        text_.clear();
    }

private:
    TextSink sink_;
    std::string text_;
};

} // namespace pairscope::app
