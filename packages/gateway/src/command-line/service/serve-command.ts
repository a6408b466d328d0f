import type { Values } from "../extraction-options.ts";

/** The options of `galley serve` and the variables that they set for this run. */
const VARIABLES = {
  host: "HOST",
  port: "PORT",
  dataDir: "GALLEY_DATA_DIR",
  role: "GALLEY_ROLE",
} as const;

/** Runs the service, or only its workers, until a signal ends it, and then ends the process. */
export async function runServe(values: Values): Promise<never> {
  const overrides = Object.entries(VARIABLES).flatMap(([option, variable]) => {
    const value = values[option];
    return typeof value === "string" ? [[variable, value]] : [];
  });
  const { start } = await import("#start");
  const arguments_ = values["printConfig"] === true ? ["--print-config"] : [];
  process.exit(await start(arguments_, Object.fromEntries(overrides)));
}
