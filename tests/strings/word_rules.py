# SPDX-License-Identifier: MIT
"""The rules for words in tests/README.md that a machine can check. Each rule returns a sentence about a text, or nothing."""

import re

UNITS = (
    "bytes?|sectors?|requests?|instructions?|samples?|launch(es)?|pictures?|frames?|flops?|operations?|times|"
    r"wavefronts?|transactions?|passes|rows|points|pixels|[kMGT]B|[kMGT]?flop|ns|µs|ms|once|\{\}|\d"
)
SHARES = (
    "second|minute|launch|request|store|load|access|pair|thread|block|warp|cycle|frame|pixel|row|entry|instruction|"
    "query|vector|run|wavefront|sector|day"
)
WORDS = {
    r"square roots?|roots": "write 'sqrt'",
    r"answers?|answered": "write 'output', or 'result'",
    r"half precision|halves": "write 'fp16'",
    r"binds|binding": "write 'limits' or 'limiting'",
    r"by its own wish|its turn comes": "say what happens",
    r"colors?|colored|neighbors?|neighboring|centers?|centered|grays?|behaviors?|favorites?|labeled|canceled|initializers?|"
    r"initialized|normalized|optimized|serialized|synchronized|recognized|organized|summarized": "the text is British English",
}
LONGEST_SENTENCE = 35  # words
MAY_CONTINUE = {  # strings that begin in the middle of a sentence, and why they may
    ": block (": "it is searched for in a finding",
    " in line {}": "many sentences name a place in a source only if it is known",
    " at {}:{}": "many sentences name a place in a source only if it is known",
    " in the same line": "many sentences name a place in a source only if it is known",
    ": status ": "CUDA files are compiled without fmt",
    " per thread": "CUDA files are compiled without fmt",
    ", many per thread": "CUDA files are compiled without fmt",
    ", one per thread": "CUDA files are compiled without fmt",
    " MiB": "CUDA files are compiled without fmt",
}


def sentences(text):
    """Placeholders count as a word. A full stop within a number, a file name or an abbreviation ends nothing."""
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z{0-9])|\n+", text) if part.strip()]


def begins_with_of(sentence):
    if re.match(r"\s*Of\s", sentence):
        return "a sentence starts with 'Of': give it a subject and a verb"


def comment_begins_with_of(comment):
    """Comments and cells of tables often begin with a small letter. Strings do so where they follow a number."""
    if re.match(r"\s*of\s", comment):
        return "it starts with 'of': say what the thing is"


def comment_begins_with_those(comment):
    """The name beside a comment says what is meant; a reader of a list of comments does not see it."""
    if re.match(r"\s*(those|that of)\s", comment, re.IGNORECASE):
        return "it starts with 'those' or 'that of': name the things"


def comment_begins_with_the_same(comment):
    """It leaves open what is meant, too: `The same for a row.`, `As it is drawn.`"""
    if re.match(r"\s*The same(\s*[,;:.]| (of|for|from|by|with|without|in|as|at|to|where|that)\b)", comment):
        return "it starts with 'The same': name what the thing does or is, or write 'Like f(), but'"
    if re.match(r"\s*As (?!(long|many|much|soon|far|wide|little|few)\b)", comment):
        return "it starts with 'As': name what the thing does or is, or write 'Like f(), but'"


def rate(sentence):
    found = re.search(rf"(?:^|[\s({{])(?:{UNITS}) an? (?:{SHARES})\b", sentence)
    if found:
        return f"'{found[0].strip()}': write 'per'"


def forbidden_word(sentence):
    for pattern, advice in WORDS.items():
        found = re.search(rf"(?<![\w-])(?:{pattern})(?![\w-])", sentence, re.IGNORECASE)
        if found:
            return f"'{found[0]}': {advice}"


def user(sentence):
    if re.search(r"\bpersons?\b", sentence):
        return "'person': write 'user'"


def too_long(sentence):
    count = len(sentence.split())
    if count > LONGEST_SENTENCE:
        return f"a sentence of {count} words: write two"


def colons(sentence):
    # These colons end what was attempted ("cannot read a.csv: it is empty; open another file") or what it is about.
    bare = re.sub(r"^\s*(pairscope: |\{\}: )?([Cc]annot [^:;]*: )?", "", sentence)
    bare = re.sub(r"::|https?:|\d:|:\d|\{[^{}]*\}", "", bare)
    if len(re.findall(r"[:;](?=\s|$)", bare)) > 1:
        return "more than one colon or semicolon in a sentence"


def double_space(text):
    if not text.startswith("  ") and re.search(r"[A-Za-z,.;:]  +[A-Za-z]", text):  # columns may be aligned
        return "two spaces"


def continuation(text):
    """The rest of a sentence that code glues to its beginning. It may be a further sentence, or a word between the items of
    a list, and code for a command line or a page has spaces of its own."""
    is_rest = re.match(r"[,;:.]?\s", text) and not re.match(r"\s*\n|  ", text)
    is_sentence = re.match(r" [A-Z0-9{].*[.!?]$", text, re.DOTALL)
    is_other = re.match(r",? (and|or)( the)? $| --| [a-z-]+=\"", text)
    if is_rest and not is_sentence and not is_other and text not in MAY_CONTINUE:
        return "it continues a sentence that code began: format the whole sentence"


def fragment(text):
    """A part of a sentence that code glues to other parts. A reader of the code, or a translator, sees no sentence."""
    verbs = "is|are|was|were|has|have|lacks?"
    if len(text.split()) <= 3 and re.search(rf"\w (?:{verbs})$", text):
        return "a noun and a verb, to which code adds the rest: write the whole sentence, for one and for many"
    if re.search(r"\{[^{}]*\} \{[^{}]*\} \{[^{}]*\} [a-z]{2}", text):
        return "three parts in a row: write more of the sentence where it is formatted"


def quotes(text):
    if re.search("[‘’“”«»„]", text):
        return "quotation marks that are not ASCII"


def last_full_stop(text):
    if len(sentences(text)) > 1 and "\n" not in text and re.search(r"[a-z]$", text.rstrip()):
        if re.search(r"[a-z)][.!?] [A-Z]", text):
            return "several sentences without a full stop at the end"


OF_A_SENTENCE = (begins_with_of, rate, user, forbidden_word, too_long, colons)
OF_A_TEXT = (double_space, quotes, last_full_stop, continuation, fragment)
OF_A_COMMENT = (begins_with_of, rate, user)  # also of pages


def complaints(text):
    found = [rule(text) for rule in OF_A_TEXT]
    found += [rule(sentence) for sentence in sentences(text) for rule in OF_A_SENTENCE]
    return [complaint for complaint in found if complaint]


def complaints_about_comment(text):
    found = [comment_begins_with_of(text), comment_begins_with_those(text), comment_begins_with_the_same(text)]
    found += [rule(sentence) for sentence in sentences(text) for rule in OF_A_COMMENT]
    return [complaint for complaint in found if complaint]
