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
  /** 0 picks a free port. */
  readonly port: number;
  /** Whether to open the page in the user's browser. */
  readonly open: boolean;
}

const MAX_PORT = 65_535;

/** Parses the arguments of `galley view`. @throws UsageError */
export function readViewArguments(arguments_: readonly string[]): ViewArguments | "help" {
  const { values, positionals } = readArguments(arguments_, {
    port: { type: "string" },
    open: { type: "boolean" },
    ...RECOGNITION_SWITCHES,
  });
  if (values["help"] === true) return "help";
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError("Expected exactly one file.");
  const port = Number(values["port"] ?? 0);
  if (values["port"] === "" || !Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    throw new UsageError(`--port: expected a port from 0 to ${MAX_PORT}`);
  }
  const [options, recognition] = [optionsIn(values), recognitionIn(values)];
  return { file, options, recognition, port, open: values["open"] === true };
}

export function viewUsage(): string {
  const switches = switchesUsage([
    ["--port N", "port to listen on; 0 picks a free port (0)"],
    ["--open", "open the page in the browser (off)"],
    ...RECOGNITION_USAGE,
  ]);
  return `Usage: galley view FILE [OPTION…]

Serves a document beside its text on a local address and prints the URL.
Stop it with Ctrl-C. Prefix a switch with --no- to turn it off.

${switches}

Exit codes: 0 success, 1 the file could not be read, 2 invalid usage.
`;
}
