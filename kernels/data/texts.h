// SPDX-License-Identifier: MIT
// Many short texts, one behind the other in one piece of memory: a table may have millions of cells of a letter each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

class Texts {
public:
    using value_type = std::string_view;

    Texts() = default;
    explicit Texts(const std::vector<std::string>& texts) {
        for (const std::string& text : texts) push_back(text);
    }

    void push_back(std::string_view text) {
        characters_ += text;
        ends_.push_back(static_cast<std::uint32_t>(characters_.size())); // the readers stop at 256 MiB
    }
    /// Adds empty texts at the end.
    void grow_to(std::size_t count) {
        if (count > size()) ends_.resize(count, static_cast<std::uint32_t>(characters_.size()));
    }

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] bool empty() const { return ends_.empty(); }
    /// Holds until the next text is added.
    [[nodiscard]] std::string_view operator[](std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(characters_).substr(begin, ends_[i] - begin);
    }
    [[nodiscard]] std::string_view back() const { return (*this)[size() - 1]; }

    class const_iterator {
    public:
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        const_iterator() = default;
        const_iterator(const Texts* texts, std::size_t at) : texts_(texts), at_(at) {}
        std::string_view operator*() const { return (*texts_)[at_]; }
        const_iterator& operator++() {
            ++at_;
            return *this;
        }
        const_iterator operator++(int) {
            const const_iterator before = *this;
            ++at_;
            return before;
        }
        bool operator==(const const_iterator&) const = default;

    private:
        const Texts* texts_ = nullptr;
        std::size_t at_ = 0;
    };
    using iterator = const_iterator;
    [[nodiscard]] const_iterator begin() const { return {this, 0}; }
    [[nodiscard]] const_iterator end() const { return {this, size()}; }

private:
    std::string characters_;
    std::vector<std::uint32_t> ends_; ///< where each text ends in characters_
};

} // namespace pairscope
