import type { Command, Option } from "commander";

/** What a shell completes. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Valid arguments; undefined if they are files. */
  readonly words: readonly string[] | undefined;
}

export interface CompletedOption {
  /** Its long and short forms. */
  readonly flags: readonly string[];
  readonly description: string;
  /** What follows it: nothing, a word of a list, or a file. */
  readonly value: "none" | "file" | readonly string[];
}

export function treeOf(program: Command): readonly CompletedCommand[] {
  const names = program.commands.map((command) => command.name());
  const own = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter(({ hidden }) => !hidden).map(completed), HELP],
    words: wordsOf(command),
  }));
  return [...own, { name: "help", description: "print help for a command", options: [], words: names }];
}

const HELP: CompletedOption = { flags: ["-h", "--help"], description: "print help", value: "none" };

function wordsOf({ registeredArguments }: Command): readonly string[] | undefined {
  const [argument] = registeredArguments;
  return argument === undefined ? [] : argument.argChoices;
}

function completed(option: Option): CompletedOption {
  const [description = ""] = option.description.split("\n");
  return {
    flags: [option.short, option.long].filter((flag) => typeof flag === "string"),
    description,
    value: option.isBoolean() ? "none" : (option.argChoices ?? "file"),
  };
}
