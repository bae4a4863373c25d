// SPDX-License-Identifier: MIT
#include "app/spine/files/columns.h"

#include "app/spine/files/csv.h"

#include <fmt/format.h>

namespace pairscope::app {

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

std::string csv_field(const Json& value, int digits) {
    if (value.is_null() || value.is_discarded()) return {};
    if (value.is_string()) return csv_field(value.get_ref<const std::string&>());
    if (!value.is_number_float()) return csv_field(value.dump());
    const double number = value.get<double>();
    return digits > 0 ? fmt::format("{:.{}g}", number, digits) : fmt::format("{}", number);
}

std::string dumped(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string in_one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string opened(const Json& object) {
    std::string text = in_one_line(object);
    text.back() = ',';
    return text;
}

} // namespace pairscope::app
