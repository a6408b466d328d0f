import type { CompletedCommand, CompletedOption } from "./command-tree.ts";

/** A completion script for bash 4 and newer. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# bash completion of galley
_galley() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= arguments=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(" ")} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}:$before" in
${commands.flatMap(choices).join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(wordsOf).join("\n")}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$arguments" -- "$word")) ;;
  esac
}
complete -o default -F _galley galley
`;
}

function choices({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ flags, value }) => {
    if (value === "none") return [];
    const reply =
      value === "file" ? "COMPREPLY=()" : `COMPREPLY=($(compgen -W '${value.join(" ")}' -- "$word"))`;
    return [`    ${flags.map((flag) => `${name}:${flag}`).join("|")}) ${reply}; return ;;`];
  });
}

function wordsOf({ name, options, words }: CompletedCommand): string {
  const flags = options.flatMap((option: CompletedOption) => option.flags);
  return `    ${name}) words='${flags.join(" ")}' arguments='${(words ?? []).join(" ")}' ;;`;
}
