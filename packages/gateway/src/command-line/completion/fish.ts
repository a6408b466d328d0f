import type { CompletedCommand, CompletedOption } from "./command-tree.ts";

/** A completion script for fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, description }) => {
    return `complete -c galley -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`;
  });
  return ["# fish completion of galley", ...names, ...commands.flatMap(linesOf), ""].join("\n");
}

function linesOf({ name, options, words }: CompletedCommand): readonly string[] {
  const when = `complete -c galley -n '__fish_seen_subcommand_from ${name}'`;
  const own = words === undefined || words.length === 0 ? [] : [`${when} -f -a ${quoted(words.join(" "))}`];
  return [...own, ...options.map((option) => `${when} ${lineOf(option)}`)];
}

function lineOf({ flags, description, value }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const parameter =
    value === "none" ? [] : value === "file" ? ["-r"] : ["-x", `-a ${quoted(value.join(" "))}`];
  return [...names, ...parameter, `-d ${quoted(description)}`].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
