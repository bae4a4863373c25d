// SPDX-License-Identifier: MIT
#include "profiling/recording/json_tree.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "profiling/recording/limits.h"

#include <fmt/format.h>

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

    [[nodiscard]] json take() { return std::move(root_); }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(number_integer_t value) { return add(value); }
    bool number_unsigned(number_unsigned_t value) { return add(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) { return add(value); }
    bool string(string_t& value) { return add(std::move(value)); }
    bool binary(binary_t& value) { return add(std::move(value)); }
    bool start_object(std::size_t /*size*/) { return open(json::object()); }
    bool end_object() { return close(); }
    bool start_array(std::size_t /*size*/) { return open(json::array()); }
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
    json* put(json value) {
        if (++values_ > most_json_values)
            throw InputError(fmt::format("it holds more than {} values: {}", grouped(most_json_values), no_recording));
        constexpr std::size_t values_at_once = 16'384;
        if (values_ % values_at_once == 0 && stop_.stop_requested())
            throw InputError("reading it was cancelled; open it again");
        if (open_.empty()) return &(root_ = std::move(value));
        if (open_.back()->is_array()) return &open_.back()->emplace_back(std::move(value));
        return &((*open_.back())[key_] = std::move(value));
    }
    bool add(json value) {
        put(std::move(value));
        return true;
    }
    bool open(json value) {
        if (open_.size() > most_json_depth)
            throw InputError(fmt::format("it is nested deeper than {} levels: {}", most_json_depth, no_recording));
        open_.push_back(put(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    std::string_view text_;
    const std::stop_token& stop_;
    json root_;
    std::vector<json*> open_; ///< from the root inwards
    std::string key_;
    std::size_t values_ = 0;
};

} // namespace

json json_tree(std::string_view text, const std::stop_token& stop) {
    Builder builder(text, stop);
    json::sax_parse(text, &builder);
    return builder.take();
}

} // namespace pairscope::profiling
