import type { ExtractOptions } from "@galley/core";
import { extractionOptionsIn, type Values } from "./extraction-options.ts";
import { type RecognitionArguments, recognitionIn } from "./recognition-arguments.ts";
import { UsageError } from "./usage-error.ts";

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

/** Checks the arguments of `galley view`. @throws UsageError */
export function viewArguments(file: string, values: Values): ViewArguments {
  const port = Number(values["port"] ?? 0);
  if (values["port"] === "" || !Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    throw new UsageError(`--port: expected a port from 0 to ${MAX_PORT}`);
  }
  const [options, recognition] = [extractionOptionsIn(values), recognitionIn(values)];
  return { file, options, recognition, port, open: values["open"] === true };
}
