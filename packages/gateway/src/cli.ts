#!/usr/bin/env node
import { enableCompileCache } from "node:module";

enableCompileCache();

const USAGE = `Usage: galley COMMAND [ARGUMENT…]

  extract    extract the text of documents to standard output
  view       show a document beside its text in a browser
  sign-in    print a link that signs you in to the console
  reencrypt  re-encrypt the secrets in the database with the current key

Run galley COMMAND --help for the options of a command.

  galley --version   print the version
`;

// A reader that closes the pipe early, such as head, is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2));

async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === "extract") {
    // Imported after the compile cache is enabled, which halves the start time.
    const { runExtract } = await import("./command-line/extract-command.ts");
    return runExtract(rest);
  }
  if (command === "view") {
    const { runView } = await import("./command-line/view-command.ts");
    return runView(rest);
  }
  if (command === "mcp") {
    const { runMcp } = await import("./command-line/mcp-command.ts");
    return runMcp(rest);
  }
  if (command === "sign-in") {
    const { runSignIn } = await import("./command-line/sign-in-command.ts");
    return runSignIn(rest);
  }
  if (command === "reencrypt") {
    const { runReencrypt } = await import("./command-line/reencrypt-command.ts");
    return runReencrypt(rest);
  }
  if (command === "--help" || command === "-h" || command === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command === "--version" || command === "-V") {
    const { version } = await import("./command-line/version.ts");
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  process.stderr.write(
    command === undefined
      ? USAGE
      : `galley: unknown command ${command}. Valid: extract, view, sign-in, reencrypt.\nSee: galley --help\n`,
  );
  return 2;
}
