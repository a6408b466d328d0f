import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command. */
export const CLI = fileURLToPath(new URL("../../packages/gateway/dist/cli.js", import.meta.url));

export interface CommandRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandCall {
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder. */
  readonly cwd?: string;
}

/** Runs the built command as a process. */
export async function runGalley(arguments_: readonly string[], call: CommandCall = {}): Promise<CommandRun> {
  const child = spawn(process.execPath, [CLI, ...arguments_], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...call.env },
    cwd: call.cwd,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}
