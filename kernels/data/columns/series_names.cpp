// SPDX-License-Identifier: MIT
// Names of what a series is measured over, and names above the names of its rows.
#include "kernels/data/columns/column_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace pairscope {
namespace {

/// In the languages of many files. Words that mean something else in another language are missing, such as "data".
constexpr auto words_of_time = std::to_array<std::string_view>(
    {"date",  "year",   "day",     "years",   "days",    "week",   "weeks",   "month",   "months",  "hour",
     "hours", "minute", "minutes", "seconds", "quarter", "decade", "epoch",   "datum",   "zeit",    "jahr",
     "jahre", "tag",    "tage",    "woche",   "monat",   "stunde", "sekunde", "uhrzeit", "quartal", "année",
     "annee", "jour",   "jours",   "semaine", "mois",    "heure",  "temps",   "año",     "anyo",    "día",
     "dia",   "semana", "mes",     "fecha",   "hora",    "tiempo", "anno",    "giorno",  "giorni",  "settimana",
     "mese",  "tempo",  "ano",     "mês",     "jaar",    "maand",  "dag",     "tijd",    "uur",     "yr",
     "doy",   "jd",     "mjd",     "год",     "месяц",   "неделя", "день",    "время",   "дата",    "час"});
/// What else is measured at equal steps. Counted samples and cases are none of it.
constexpr auto words_of_series = std::to_array<std::string_view>(
    {"step",          "steps",       "frame",    "frames",   "iteration", "epochs",      "cycle",     "lag",
     "wavelength",    "wellenlänge", "dose",     "level",    "frequency", "temperature", "elevation", "height",
     "altitude",      "age",         "distance", "position", "angle",     "power",       "speed",     "pressure",
     "concentration", "höhe",        "alter",    "dosis",    "schritt"});
/// Words above names, which are hardly names themselves.
constexpr auto words_above_names = std::to_array<std::string_view>(
    {"name",        "names",       "id",          "ids",         "sample",     "samples",     "specimen",
     "species",     "genus",       "family",      "taxon",       "gene",       "genes",       "protein",
     "compound",    "substance",   "material",    "mineral",     "product",    "brand",       "item",
     "items",       "object",      "label",       "labels",      "class",      "group",       "type",
     "category",    "kind",        "key",         "code",        "title",      "word",        "words",
     "token",       "term",        "site",        "sites",       "plot",       "station",     "location",
     "place",       "city",        "town",        "country",     "state",      "region",      "province",
     "county",      "point",       "person",      "subject",     "patient",    "individual",  "participant",
     "student",     "customer",    "user",        "team",        "player",     "company",     "file",
     "filename",    "image",       "sensor",      "channel",     "band",       "depth",       "depths",
     "wave",        "waves",       "wavelength",  "wavelengths", "wavenumber", "wavenumbers", "frequency",
     "frequencies", "spectrum",    "spectra",     "treatment",   "variable",   "variables",   "feature",
     "features",    "observation", "record",      "row",         "rowname",    "rownames",    "probe",
     "proben",      "ort",         "stadt",       "land",        "art",        "gattung",     "stelle",
     "messstelle",  "datei",       "bezeichnung", "kennung",     "nummer",     "tiefe",       "wellenlänge",
     "gemeinde",    "nom",         "échantillon", "espèce",      "ville",      "pays",        "lieu",
     "commune",     "nombre",      "muestra",     "especie",     "ciudad",     "país",        "lugar",
     "nome",        "campione",    "specie",      "città",       "amostra",    "espécie",     "naam",
     "имя",         "название"});

bool is_among(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

} // namespace

bool means_time(std::string_view column) {
    const std::string name = axis_name_of(column).name;
    if (name == "t" || name == "T") return true;
    return std::ranges::any_of(name_words(column), [](const std::string& word) {
        return word.starts_with("time") || is_among(words_of_time, word);
    });
}

bool means_series(std::string_view column) {
    const std::vector<std::string> words = name_words(axis_name_of(column).name);
    return means_time(column) || (!words.empty() && is_among(words_of_series, words.back()));
}

bool means_names(std::string_view text) {
    const std::string name = axis_name_of(text).name;
    const bool has_digit = name.find_first_of("0123456789") != std::string::npos;
    const std::vector<std::string> words = name_words(name);
    if (words.empty() || has_digit) return false;
    const auto is_one = [](const std::string& word) {
        return is_among(words_above_names, word) || is_among(words_of_time, word);
    };
    const bool is_small = name.front() >= 'a' && name.front() <= 'z'; // "Union Station" is a name
    return std::ranges::all_of(words, is_one) || (is_small && is_one(words.back()));
}

} // namespace pairscope
