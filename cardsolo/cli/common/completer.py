"""What shells run when the tab key is pressed, and what the program answers them.

The scripts are not those of click, which give the program the whole line without its empty words, so that a word in the
middle is taken for another one, and know neither values behind `=` nor programs that are called by their path. Here the
program gets the line as far as the cursor, in the shell's own quoting, and answers a line for every word that fits:
`word` or `file`, the word, and a short text, with tabs between. For `file` the shell looks itself, as it knows best how
to write the names it finds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from click.shell_completion import ShellComplete, split_arg_string

from cardsolo.cli.common.settings.current import text_setting
from cardsolo.core.i18n import detect_language, use_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    import click

#: Variable by which a shell asks; its value is the name of the shell, the line is in COMP_LINE.
VARIABLE: Final = "_CARDSOLO_COMPLETE"

_BASH: Final = r"""
_cardsolo_completion() {
    local program=${1/#\~\//$HOME/} kind word text
    if [[ ${COMP_WORDS[COMP_CWORD-1]} == *[\<\>]* ]]; then
        compopt -o default
        return
    fi
    type -P -- "$program" >/dev/null || program=cardsolo
    while IFS=$'\t' read -r kind word text; do
        case $kind in
            word) COMPREPLY+=("$word") ;;
            file) compopt -o default ;;
        esac
    done < <(_CARDSOLO_COMPLETE=bash COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \
        "$program" 2>/dev/null)
}
complete -o nosort -F _cardsolo_completion cardsolo
"""

_ZSH: Final = r"""
#compdef cardsolo
_cardsolo_completion() {
    local program=${(Q)words[1]/#\~\//$HOME/} line kind word text
    local -a fields plain described
    local -i files=0
    (( $+commands[$program] )) || [[ -x $program ]] || program=cardsolo
    for line in ${(f)"$(_CARDSOLO_COMPLETE=zsh COMP_LINE="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" \
        $program 2>/dev/null)"}; do
        fields=("${(@ps:\t:)line}")
        kind=$fields[1] word=$fields[2] text=$fields[3]
        if [[ $kind == file ]]; then files=1
        elif [[ -n $text ]]; then described+=("${word//:/\\:}:$text")
        else plain+=("$word")
        fi
    done
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    (( files )) && _files
    (( $#described )) && _describe -V unsorted described
    (( $#plain )) && compadd -V unsorted -a plain
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _cardsolo_completion "$@"
else
    compdef _cardsolo_completion cardsolo
fi
"""

#: Asked twice, whether files fit and which words do, so the answer is kept as long as the line is the same.
_FISH: Final = r"""
function _cardsolo_ask
    set -l line (commandline -cp | string collect)
    set -q _cardsolo_line; and test "$_cardsolo_line" = "$line"; and return
    set -l program (commandline -opc | string match --invert --regex '^\w+=' | string replace --regex '^~/' "$HOME/")[1]
    command --query -- $program; or set program cardsolo
    set -g _cardsolo_line $line
    set -g _cardsolo_answer (env _CARDSOLO_COMPLETE=fish COMP_LINE="$line" $program 2>/dev/null)
end
function _cardsolo_files
    _cardsolo_ask
    string match --quiet 'file*' -- $_cardsolo_answer
end
function _cardsolo_words
    _cardsolo_ask
    string replace --filter --regex '^word\t' '' -- $_cardsolo_answer
end
complete --command cardsolo --erase
complete --command cardsolo --no-files
complete --command cardsolo --condition _cardsolo_files --force-files
complete --command cardsolo --keep-order --arguments '(_cardsolo_words)'
"""

SCRIPTS: Final = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

#: Stands for what is still to be typed: what precedes it in its word is there, be it nothing.
_CURSOR: Final = "\x1f"


def answer(command: click.Command, shell: str, line: str, breaks: str = "") -> Iterator[str]:
    """Yield what fits at the end of a line, as the script of a shell reads it; for other shells there is nothing.

    breaks: characters that begin a new word for bash, which replaces no more than that (COMP_WORDBREAKS).
    """
    if shell not in SCRIPTS:
        return
    *words, last = split_arg_string(line + _CURSOR)
    typed = last.partition(_CURSOR)[0]
    while words and re.match(r"\w+=", words[0]):  # variables that are set for the program
        del words[0]
    use_language(detect_language(words[1:], preferred=text_setting("lang")))
    items = ShellComplete(command, {}, "cardsolo", VARIABLE).get_completions(words[1:], typed)
    for item in items:
        if item.type != "plain":
            yield item.type
            continue
        word = item.value if shell == "zsh" else _option_before(typed) + item.value
        if shell == "bash":
            word = word[1 + max((typed.rfind(char) for char in breaks), default=-1) :]
        text = " ".join((item.help or "").split())
        yield f"word\t{word}\t{text}".rstrip("\t")


def _option_before(typed: str) -> str:
    """Return the part of `--option=value` that is not the value."""
    option, sign, _value = typed.partition("=")
    return option + sign if sign and option.startswith("--") else ""
