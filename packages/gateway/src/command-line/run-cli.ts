import { runCommandLine } from "./program.ts";

/** Runs the command line and sets the exit code of the process. */
export async function runCli(): Promise<void> {
  // A reader that closes the pipe early, such as head, is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  process.exitCode = await runCommandLine(process.argv.slice(2));
}

/** Compiles what most documents need, by reading small ones. */
export async function readSamples(): Promise<void> {
  const core = await import("@galley/core/extract-text");
  await core.readSamples();
}
