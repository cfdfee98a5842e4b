# Completion of autotune and autotune-train for fish. The words come from the programs' own --help.

function __autotune_commands
    $argv[1] --help 2>/dev/null | sed -n '/^Commands/,/^[^ ]/ s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __autotune_words
    set -l words (commandline -opc)
    set -l program $words[1]
    if test (count $words) -gt 1; and __autotune_commands $program | string match -q -- "$words[2]	*"
        set command $words[2]
    end
    $program $command --help 2>/dev/null |
        sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z0-9-]*\)[^ ]* \{0,1\}[A-Z]*[^ ]*  *\(.*\)/\2\t\3/p'
    test (count $words) -eq 1; and __autotune_commands $program
end

for program in autotune autotune-train
    complete -c $program -a '(__autotune_words)'
end
