# Completion of autotune and autotune-train for bash. The words come from the programs' own --help.

# Prints the commands that a program's help lists.
_autotune_commands() {
  "$1" --help 2>/dev/null | sed -n '/^Commands/,/^[^ ]/ s/^  \([a-z]*\) .*/\1/p'
}

# Prints the search methods.
_autotune_methods() {
  "$1" --help 2>/dev/null | sed -n '/^Methods:/,/^$/ s/^  \([^ ]*\) .*/\1/p'
}

# Prints the options of `PROGRAM [COMMAND]`, each with the name of its value, if it takes one.
_autotune_options() {
  "$@" --help 2>/dev/null |
    sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z0-9-]*\) \{0,1\}\([A-Z]*\).*/\2 \3/p'
}

_autotune() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local program=${COMP_WORDS[0]} called=("${COMP_WORDS[0]}") options value=
  COMPREPLY=()
  if ((COMP_CWORD > 1)) && _autotune_commands "$program" | grep -qxF -- "${COMP_WORDS[1]}"; then
    called+=("${COMP_WORDS[1]}")
  fi
  options=$(_autotune_options "${called[@]}")
  [[ $previous == --* ]] && value=$(awk -v name="$previous" '$1 == name {print $2}' <<<"$options")
  if [[ $previous == --method ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_autotune_methods "$program")" -- "$word")
  elif [[ $value && $value != FILE && $value != PATH && $value != DIR && $value != PROGRAM ]]; then
    return
  elif [[ $word == -* && ! $value ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(awk '{print $1}' <<<"$options")" -- "$word")
  else
    ((COMP_CWORD == 1)) &&
      mapfile -t COMPREPLY < <(compgen -W "$(_autotune_commands "$program")" -- "$word")
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
  fi
}

complete -o filenames -F _autotune autotune autotune-train
