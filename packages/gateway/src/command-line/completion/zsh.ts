import type { CompletedCommand, CompletedOption } from "./command-tree.ts";

/** A completion script for zsh's completion system. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef galley
_galley() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(caseOf).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_galley" ]; then _galley "$@"; else compdef _galley galley; fi
`;
}

function caseOf({ name, options, words }: CompletedCommand): string {
  const rest = words === undefined ? "'*:file:_files'" : quoted(`1:argument:(${words.join(" ")})`);
  const lines = [...options.flatMap(specifications), ...(words?.length === 0 ? [] : [rest])];
  return `    ${name}) _arguments ${lines.join(" \\\n      ")} ;;`;
}

function specifications({ flags, description, value }: CompletedOption): readonly string[] {
  const explained = description.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
  const action = value === "none" ? "" : value === "file" ? ":value:_files" : `:value:(${value.join(" ")})`;
  return flags.map((flag) => quoted(`${flag}[${explained}]${action}`));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
