// SPDX-License-Identifier: MIT
#include "kernels/data/sequences/text_columns.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace pairscope::sequences {
namespace {

/// "sequence", "seq", "DNA": such a column is meant, whatever texts stand before it.
bool means_sequence(std::string_view name) {
    constexpr auto words =
        std::to_array<std::string_view>({"sequence", "sequences", "seq", "seqs", "dna", "rna", "protein", "peptide",
                                         "text", "texts", "string", "smiles", "selfies", "inchi"});
    const std::vector<std::string> found = name_words(name);
    return std::ranges::any_of(found,
                               [&](const std::string& word) { return std::ranges::find(words, word) != words.end(); });
}

bool has_only(std::string_view text, std::string_view letters) {
    return text.find_first_not_of(letters) == std::string_view::npos;
}

/// A sequence of bases, or one of at least seven amino acids, perhaps with gaps. No other words lack so many letters.
bool is_of_residues(std::string_view text) {
    constexpr std::size_t fewest_bases = 4, fewest_acids = 7;
    if (text.size() < fewest_bases) return false;
    if (has_only(text, "ACGTUN-") || has_only(text, "acgtun-")) return true;
    return text.size() >= fewest_acids && has_only(text, "ACDEFGHIKLMNPQRSTVWYX-*");
}

/// A molecule as SMILES writes it: atoms, bonds and rings.
bool is_of_atoms(std::string_view text) {
    constexpr std::string_view atoms = "BCNOPSFIbcnops*", others = "-=#$:/\\.()%0123456789";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view two = text.substr(at, 2);
        if (text[at] == '[') {
            at = text.find(']', at);
            if (at == std::string_view::npos) return false;
        } else if (two == "Cl" || two == "Br") {
            ++at;
        } else if (atoms.find(text[at]) == std::string_view::npos &&
                   (at == 0 || others.find(text[at]) == std::string_view::npos)) {
            return false;
        }
    }
    return !text.empty();
}

/// What the first texts of a column have in common.
struct TextLook {
    bool are_sequences = false; ///< residues or atoms
    bool are_codes = false;     ///< all of one length without small letters: "AT", "P01308"
    bool are_different = false; ///< each stands there once
    double mean_length = 0.0;
};

TextLook look_at(const Texts& texts) {
    constexpr std::size_t most_looked_at = 1000;
    const std::size_t count = std::min(texts.size(), most_looked_at);
    std::set<std::string_view> different;
    std::size_t letters = 0, residues = 0, atoms = 0, bonds = 0, codes = 0;
    for (std::size_t row = 0; row < count; ++row) {
        const std::string_view text = texts[row];
        different.insert(text);
        letters += text.size();
        residues += is_of_residues(text) ? 1 : 0;
        atoms += is_of_atoms(text) ? 1 : 0;
        bonds += text.find_first_of("=#()[]123456789") != std::string_view::npos ? 1 : 0;
        codes += text.size() == texts[0].size() && has_only(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") ? 1 : 0;
    }
    return {.are_sequences = residues == count || (atoms == count && 2 * bonds >= count),
            .are_codes = codes == count,
            .are_different = different.size() == count,
            .mean_length = static_cast<double>(letters) / static_cast<double>(count)};
}

/// Do the texts of the first column name the rows, whose second column is what somebody wants to compare?
bool names_the_other(const TextLook& first, const TextLook& second) {
    constexpr double much_longer = 2.0;
    if (!first.are_different || !second.are_different) return false;
    return (first.are_codes && !second.are_codes) || second.mean_length >= much_longer * first.mean_length;
}

/// What is compared where nobody has chosen.
TextChoice usual_texts(const Table& table) {
    std::vector<const Column*> texts;
    for (const Column& column : table.columns)
        if (!column.is_numeric()) texts.push_back(&column);
    if (texts.empty())
        throw InputError(fmt::format("cannot compare texts of {}: all of its columns have numbers; choose the column "
                                     "whose cells are compared as texts, or another metric",
                                     table.name));
    const auto named = std::ranges::find_if(
        texts, [](const Column* column) { return means_sequence(column->name) && !means_identifier(column->name); });
    if (named != texts.end())
        return {.texts = *named, .why = *named == texts.front() ? WhyTexts::first : WhyTexts::means_sequences};
    const auto identifies = [](const Column* column) { return means_identifier(column->name); };
    const bool are_left_out = !std::ranges::all_of(texts, identifies) && std::erase_if(texts, identifies) > 0;
    if (texts.size() == 1 && are_left_out) return {.texts = texts.front(), .why = WhyTexts::other_identifies};
    std::vector<TextLook> looks;
    for (const Column* column : texts) looks.push_back(look_at(column->texts));
    const auto sequences = std::ranges::find(looks, true, &TextLook::are_sequences);
    if (sequences != looks.end() && sequences != looks.begin())
        return {.texts = texts[static_cast<std::size_t>(sequences - looks.begin())], .why = WhyTexts::looks_like_these};
    if (texts.size() == 2 && sequences == looks.end() && names_the_other(looks[0], looks[1]))
        return {.texts = texts[1], .why = WhyTexts::other_names_these, .names = texts[0]};
    const auto different = std::ranges::find(looks, true, &TextLook::are_different);
    if (different != looks.end() && different != looks.begin())
        return {.texts = texts[static_cast<std::size_t>(different - looks.begin())], .why = WhyTexts::others_repeat};
    return {.texts = texts.front(), .why = WhyTexts::first};
}

const Column& usual_labels(const Table& table, const TextChoice& choice) {
    if (table.holds_sequences) return table.columns.front();
    const bool are_sequences = means_sequence(choice.texts->name) || choice.why == WhyTexts::looks_like_these;
    for (const auto is_name : {means_identifier, means_label})
        for (const Column& column : table.columns) {
            const bool may_name = !column.is_numeric() || are_sequences;
            if (&column != choice.texts && may_name && is_name(column.name)) return column;
        }
    if (choice.names != nullptr) return *choice.names;
    const auto may_name = [&](const Column& column) {
        return &column != choice.texts && !column.is_numeric() && look_at(column.texts).are_different;
    };
    const auto beside = std::ranges::find_if(table.columns, may_name);
    return are_sequences && beside != table.columns.end() ? *beside : *choice.texts;
}

std::string_view reason(WhyTexts why) {
    switch (why) {
    case WhyTexts::chosen:
        return "You chose it.";
    case WhyTexts::first:
        return "It is the first column with text.";
    case WhyTexts::means_sequences:
        return "Its name means texts to be compared.";
    case WhyTexts::other_identifies:
        return "The name of the other one means an identifier.";
    case WhyTexts::looks_like_these:
        return "Its texts look like sequences.";
    case WhyTexts::other_names_these:
        return "The texts of the other one look like names of the rows.";
    case WhyTexts::others_repeat:
        return "Its texts differ from row to row, and those of the columns before it do not.";
    }
    return {};
}

} // namespace

TextChoice choose_texts(const Table& table, std::span<const std::string> chosen, const std::string& label) {
    if (chosen.size() > 1)
        throw InputError(fmt::format("cannot compare the texts of {} of {}: choose the one column that has the texts",
                                     counted(std::ssize(chosen), "column"), table.name));
    TextChoice choice;
    if (chosen.size() == 1)
        choice = {.texts = &column_named(table, chosen.front(), Need::anything), .why = WhyTexts::chosen};
    else
        choice = usual_texts(table);
    choice.labels = label.empty() ? &usual_labels(table, choice) : &column_named(table, label, Need::anything);
    return choice;
}

std::vector<ColumnUse> uses_of_texts(const Table& table, const TextChoice& choice) {
    std::vector<ColumnUse> uses;
    for (const Column& column : table.columns) {
        const bool is_used = &column == choice.texts, is_label = &column == choice.labels;
        uses.push_back({.name = column.name,
                        .is_numeric = column.is_numeric(),
                        .is_used = is_used,
                        .is_label = is_label,
                        .why = is_used    ? std::string(reason(choice.why))
                               : is_label ? std::string(holds_labels)
                                          : "The texts of one column are compared."});
    }
    return uses;
}

std::string note_on_texts(const Table& table, const TextChoice& choice) {
    const auto texts = std::ranges::count_if(table.columns, [](const Column& other) { return !other.is_numeric(); });
    const std::string name = excerpt(choice.texts->name);
    if (choice.why == WhyTexts::chosen || texts < 2 || table.holds_sequences)
        return fmt::format("the texts of column {} are compared", name);
    if (choice.names != nullptr)
        return fmt::format("the texts of column {} are compared, because those of column {} look like names of the "
                           "rows; to compare those of another column, name it with --columns",
                           name, excerpt(choice.names->name));
    return fmt::format("the texts of column {} are compared; to compare those of another column, name it with "
                       "--columns",
                       name);
}

} // namespace pairscope::sequences
