/** Builds the workspace. The steps need nothing of one another, and each is quick when nothing changed. */
import { spawn } from "node:child_process";
import { once } from "node:events";

const STEPS = [
  ["tsc", "--build"],
  [process.execPath, "packages/core/scripts/build-pdfjs-core.ts"],
  [process.execPath, "packages/gateway/scripts/build-graphiql.ts"],
] as const;

const statuses = await Promise.all(
  STEPS.map(async ([command, argument]) => {
    const [status] = await once(spawn(command, [argument], { stdio: ["ignore", 2, 2] }), "exit");
    return status;
  }),
);
process.exit(statuses.every((status) => status === 0) ? 0 : 1);
