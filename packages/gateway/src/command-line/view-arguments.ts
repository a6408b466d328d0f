import type { ExtractOptions } from "@galley/core";
import { optionsIn, readArguments, switchesUsage, UsageError } from "./option-arguments.ts";
import {
  RECOGNITION_SWITCHES,
  RECOGNITION_USAGE,
  type RecognitionArguments,
  recognitionIn,
} from "./recognition-arguments.ts";

export interface ViewArguments {
  readonly file: string;
  readonly options: ExtractOptions;
  readonly recognition: RecognitionArguments;
  /** 0 is any free one. */
  readonly port: number;
  /** Whether to show it in the browser of whoever called. */
  readonly open: boolean;
}

const MAX_PORT = 65_535;

/** Reads what follows `galley view`. @throws UsageError */
export function readViewArguments(arguments_: readonly string[]): ViewArguments | "help" {
  const { values, positionals } = readArguments(arguments_, {
    port: { type: "string" },
    open: { type: "boolean" },
    ...RECOGNITION_SWITCHES,
  });
  if (values["help"] === true) return "help";
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError("Name one file.");
  const port = Number(values["port"] ?? 0);
  if (values["port"] === "" || !Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    throw new UsageError(`--port: expected 0 to ${MAX_PORT}`);
  }
  const [options, recognition] = [optionsIn(values), recognitionIn(values)];
  return { file, options, recognition, port, open: values["open"] === true };
}

export function viewUsage(): string {
  const switches = switchesUsage([
    ["--port N", "where it is shown on this machine; 0 is any free port (0)"],
    ["--open", "open it in the browser (off)"],
    ...RECOGNITION_USAGE,
  ]);
  return `Usage: galley view FILE [OPTION…]

Shows a document beside its text at an address of this machine, which it prints.
Ctrl-C ends it. A switch is turned off with --no- before its name.

${switches}

Ends with 0, with 1 when the file could not be read, with 2 when it was called
wrongly.
`;
}
