/** Builds the workspace: the copy of pdf.js's core, then every package. Quick when nothing changed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const steps = [
  [process.execPath, "packages/core/scripts/build-pdfjs-core.ts"],
  ["tsc", "--build"],
  [process.execPath, "packages/gateway/scripts/build-graphiql.ts"],
] as const;

for (const [command, argument] of steps) {
  if (argument.endsWith(".ts") && !existsSync(argument)) continue;
  const { status } = spawnSync(command, [argument], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
