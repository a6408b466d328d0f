import { Argument, type Command } from "commander";
import { bashCompletion } from "./bash.ts";
import { fishCompletion } from "./fish.ts";
import { treeOf } from "./command-tree.ts";
import { zshCompletion } from "./zsh.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

const HELP = `
Examples:
  galley completion bash > ~/.local/share/bash-completion/completions/galley
  galley completion zsh > "\${fpath[1]}/_galley"
  galley completion fish > ~/.config/fish/completions/galley.fish`;

/** Adds `galley completion`, which prints a script that completes all commands of the program. */
export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", HELP)
    .action((shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](treeOf(program)));
    });
}
