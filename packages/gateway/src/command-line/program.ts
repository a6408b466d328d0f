import { Command, CommanderError, type Option } from "commander";
import { addCompletionCommand } from "./completion/completion-command.ts";
import { applyConfigFile } from "./config-file.ts";
import { addDocumentCommands } from "./document-commands.ts";
import { tellError } from "./messages.ts";
import { addServiceCommands } from "./service/service-commands.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

const INVALID_USAGE = 2;

/** Runs the command line and resolves to the exit code. Without a command, the service starts. */
export async function runCommandLine(arguments_: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(arguments_.length === 0 ? ["serve"] : [...arguments_], { from: "user" });
    return exitCode;
  } catch (error) {
    // Commander also throws after it has printed help or the version; its messages are printed already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : INVALID_USAGE;
    if (!(error instanceof UsageError)) throw error;
    tellError(error.message);
    const name = program.commands.find((command) => command.name() === arguments_[0])?.name();
    process.stderr.write(`See: galley ${name === undefined ? "" : `${name} `}--help\n`);
    return INVALID_USAGE;
  }
}

/** All commands. Each loads what it needs only when it runs. */
function createProgram(exit: (code: number) => void): Command {
  const program = new Command("galley")
    .description("Turns PDFs, scans, Office documents and mail into text that keeps the page's layout.")
    .usage("[command] [options]")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .configureHelp({ optionDescription: described })
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, "galley: ")),
    })
    .showSuggestionAfterError()
    .exitOverride()
    .hook("preAction", (_, command) => applyConfigFile(command, process.cwd()));
  addDocumentCommands(program, exit);
  addServiceCommands(program, exit);
  program.commandsGroup("Command line:");
  addCompletionCommand(program);
  program.addHelpText("after", EXAMPLES);
  for (const command of program.commands) {
    command.showHelpAfterError(`See: galley ${command.name()} --help`);
  }
  return program.showHelpAfterError("See: galley --help");
}

/** The description with the valid values and the default. */
function described({ description, argChoices, defaultValue, negate }: Option): string {
  // The formats are explained one by one.
  const choices = argChoices === undefined || description.includes("\n") ? [] : [argChoices.join(", ")];
  const preset = defaultValue === undefined || negate ? [] : [`default ${String(defaultValue)}`];
  const facts = [...choices, ...preset].join("; ");
  return facts === "" ? description : `${description} (${facts})`;
}

const EXAMPLES = `
Without a command, galley starts the service, like galley serve.

Examples:
  galley extract invoice.pdf
  galley extract scans/ -o texts/ --format markdown
  galley view invoice.pdf --open
  galley serve --port 8080

Exit codes: 0 success, 1 the command failed, 2 invalid usage, 130 interrupted.`;
