import { parseArgs } from "node:util";
import type { ConfigRow } from "../../config/config.ts";

export const START_USAGE = `Usage: galley-gateway [--print-config | --help]

Starts the Galley service. Configuration is by environment variables only.

  --print-config   print every variable with its value and meaning, then exit
  --help           print this help, then exit
`;

export type StartArguments =
  | { readonly action: "start" | "print-config" | "help" }
  | { readonly action: "refuse"; readonly message: string };

/** Parses the arguments of the service. */
export function readStartArguments(arguments_: readonly string[]): StartArguments {
  try {
    const { values } = parseArgs({
      args: [...arguments_],
      options: { "print-config": { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) return { action: "help" };
    return { action: values["print-config"] ? "print-config" : "start" };
  } catch (error) {
    return { action: "refuse", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The table of `--print-config`. */
export function configTable(rows: readonly ConfigRow[]): string {
  const cells = [
    ["VARIABLE", "VALUE", "", "MEANING"],
    ...rows.map(({ variable, value, origin, meaning }) => [variable, value, origin, meaning]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
