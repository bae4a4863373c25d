// SPDX-License-Identifier: MIT
#include "profiling/recording/json_tree.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "profiling/recording/limits.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::profiling {
namespace {

using nlohmann::json;

/// What nlohmann::json::sax_parse calls. Its own builder with a callback looks at all of a list's items again after
/// each object in it, which makes a list of objects quadratic.
class Builder {
public:
    using number_integer_t = json::number_integer_t;
    using number_unsigned_t = json::number_unsigned_t;
    using number_float_t = json::number_float_t;
    using string_t = json::string_t;
    using binary_t = json::binary_t;

    Builder(std::string_view text, const std::stop_token& stop) : text_(text), stop_(stop) {}

    [[nodiscard]] JsonValue take() { return std::move(root_); }

    bool null() { return add({}); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(number_integer_t value) { return add(value); }
    bool number_unsigned(number_unsigned_t value) { return add(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) { return add(value); }
    bool string(string_t& value) { return add(std::move(value)); }
    bool binary(binary_t& /*value*/) { return false; } // JSON has none
    bool start_object(std::size_t /*size*/) { return open(JsonValue::object()); }
    bool end_object() {
        refuse_twins();
        return close();
    }
    bool start_array(std::size_t /*size*/) { return open(JsonValue::array()); }
    bool end_array() { return close(); }
    bool key(string_t& name) {
        key_ = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& /*token*/, const json::exception& error) const {
        constexpr int number_beyond_double = 406;
        if (error.id == number_beyond_double)
            throw InputError("it holds a number that is too large for double precision; copy the file again, or record "
                             "it anew");
        if (position > text_.size())
            throw InputError(fmt::format("it is cut short after {} bytes; copy the file again, or record it anew",
                                         grouped(std::int64_t(text_.size()))));
        throw InputError(fmt::format("it is damaged at byte {}; copy the file again, or record it anew",
                                     grouped(std::int64_t(position))));
    }

private:
    /// Puts a value into the innermost list or object that is open.
    JsonValue* put(JsonValue value) {
        if (++values_ > most_json_values)
            throw InputError(fmt::format("it holds more than {} values: {}", grouped(most_json_values), no_recording));
        constexpr std::size_t values_at_once = 16'384;
        if (values_ % values_at_once == 0 && stop_.stop_requested())
            throw InputError("reading it was cancelled; open it again");
        if (open_.empty()) return &(root_ = std::move(value));
        if (open_.back()->list() != nullptr) return &open_.back()->push_back(std::move(value));
        return &open_.back()->add(std::move(key_), std::move(value));
    }
    bool add(JsonValue value) {
        put(std::move(value));
        return true;
    }
    bool open(JsonValue value) {
        if (open_.size() > most_json_depth)
            throw InputError(fmt::format("it is nested deeper than {} levels: {}", most_json_depth, no_recording));
        open_.push_back(put(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    /// The place of the innermost object that is open, which is the latest item of all around it.
    [[nodiscard]] std::string pointer() const {
        std::string pointer;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i)
            if (const JsonValue::List* const list = open_[i]->list())
                pointer += fmt::format("/{}", list->size() - 1);
            else
                pointer += fmt::format("/{}", open_[i]->members()->back().name);
        return pointer;
    }
    /// One of the two would be used, and nobody can say which.
    void refuse_twins() const {
        std::vector<std::string_view> names;
        for (const JsonValue::Member& member : *open_.back()->members()) names.push_back(member.name);
        std::ranges::sort(names);
        const auto twin = std::ranges::adjacent_find(names);
        if (twin == names.end()) return;
        const std::string where = pointer();
        throw InputError(fmt::format("{} has the member {} twice; copy the file again, or record it anew",
                                     where.empty() ? "its content" : legible(where), excerpt(*twin)));
    }

    std::string_view text_;
    const std::stop_token& stop_;
    JsonValue root_;
    std::vector<JsonValue*> open_; ///< from the root inwards
    std::string key_;
    std::size_t values_ = 0;
};

} // namespace

JsonValue json_tree(std::string_view text, const std::stop_token& stop) {
    Builder builder(text, stop);
    json::sax_parse(text, &builder);
    return builder.take();
}

} // namespace pairscope::profiling
