"""The scripts by which bash and zsh ask for completions, instead of typer's.

With typer's, bash completes no parameter, and nothing after a player with parameters, because bash
itself ends words at ``:`` and ``=``; in zsh the first Tab of a shell does nothing, and a space
follows ``threat:depth=``. Fish has no such faults.
"""

from __future__ import annotations

from typer import _completion_shared as typers

BASH = r"""
%(complete_func)s() {
    local IFS=$'\n' rest=${COMP_LINE:0:COMP_POINT} words=() start part word
    # Parts that stand together in the line are one word again.
    for part in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
        start=${rest#"${rest%%%%[![:space:]]*}"}
        if [[ $start == "$rest" && ${#words[@]} -gt 0 ]]; then
            words[-1]+=$part
        else
            words+=("$part")
        fi
        rest=${start#"$part"}
    done
    word=${rest#"${rest%%%%[![:space:]]*}"}
    if [[ $word == "$rest" && -n $rest ]]; then
        words[-1]+=$word
    else
        words+=("$word")
    fi
    COMPREPLY=($(env COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) \
        %(autocomplete_var)s=complete_bash "$1"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    # What bash replaces is only what follows the last : or =.
    if [[ $COMP_WORDBREAKS == *[:=]* ]]; then
        word=${words[-1]}
        [[ $word == -*=* ]] && word=${word#*=}
        word=${word%%"${word##*[:=]}"}
        COMPREPLY=("${COMPREPLY[@]#"$word"}")
    fi
    return 0
}

complete -o default -F %(complete_func)s %(prog_name)s
"""

ZSH = r"""
#compdef %(prog_name)s

%(complete_func)s() {
  if [[ ${words[CURRENT]} == *[:=]* ]]; then
    [[ ${words[CURRENT]} == -* ]] && compset -P 1 '*='
    local -a found
    found=(${(f)"$(env COMP_WORDS="${(F)words[1,CURRENT]}" COMP_CWORD=$((CURRENT - 1)) \
      %(autocomplete_var)s=complete_bash %(prog_name)s)"})
    if [[ ${found[1]} == *= ]]; then
      compadd -S '' -- $found
    elif (( $#found )); then
      compadd -- $found
    else
      _files
    fi
    return
  fi
  eval $(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" \
    %(autocomplete_var)s=complete_zsh %(prog_name)s)
}

if [[ ${funcstack[1]} == _%(prog_name)s ]]; then  # zsh calls this file as a function
  %(complete_func)s "$@"
else
  compdef %(complete_func)s %(prog_name)s
fi
"""


def use_own_scripts() -> None:
    """Let ``--install-completion`` and ``--show-completion`` give these scripts."""
    typers._completion_scripts.update(bash=BASH, zsh=ZSH)
