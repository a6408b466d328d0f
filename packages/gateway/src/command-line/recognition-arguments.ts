import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { CUSTOM_ENGINES } from "@galley/core/extract-options";
import { z } from "zod";
import type { StartedRecognition } from "../outbound/recognition/start-recognition.ts";
import {
  missingForRecognition,
  recognitionConfig,
  recognitionVariables,
  type RecognitionConfig,
} from "../config/recognition.ts";
import { extractionVariables } from "../config/extraction.ts";
import { type LanguageFolders, languageFolders } from "../config/language-folders.ts";
import { storageVariables } from "../config/storage.ts";
import { kindOfPath } from "../files/kind-of-path.ts";
import { presetModel, secretSettings, serviceVariables } from "./config.ts";
import { type Command, Option } from "commander";
import type { ResourceStack } from "../resource-stack.ts";
import type { Values } from "./extraction-options.ts";
import { UsageError } from "./usage-error.ts";

/** The OCR settings of a command, besides the extraction options. */
export interface RecognitionArguments extends LanguageFolders {
  /** The engine of recognition that the command sets up, with its OCR service, models and language data. */
  readonly recognition: RecognitionConfig["recognition"];
}

const SERVICE_OPTIONS = [
  ["--ocr-url <url>", "OCR service, or openai:URL of a server with vision models (key: GALLEY_OCR_KEY)"],
  ["--ocr-model <name>", "vision model at --ocr-url openai:…"],
  ["--ocr-models <folder>", "ONNX models for --ocr-engine onnx"],
] as const;

/** Adds the options to a command; those of other engines only if the command recognises. */
export function addRecognitionOptions(command: Command, { service }: { readonly service: boolean }): Command {
  const tessdata = [
    "--tessdata <folder>",
    "folder of language data, besides the installed packages and added languages",
  ] as const;
  for (const [flags, meaning] of [tessdata, ...(service ? SERVICE_OPTIONS : [])]) {
    command.addOption(new Option(flags, meaning).helpGroup("Recognition:"));
  }
  return command;
}

/** Time limit of a page, of which other engines get half. */
const PAGE_TIMEOUT_SECONDS = 120;

/** The user of the command chooses the address, so no address is blocked. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** @throws UsageError */
export function recognitionIn(values: Values): RecognitionArguments {
  const given = {
    GALLEY_OCR_ENGINE: engineIn(values["ocrEngine"]),
    GALLEY_OCR_URL: values["ocrUrl"],
    GALLEY_OCR_HANDWRITING: values["handwriting"] === "service" ? "service" : undefined,
    GALLEY_OCR_MODEL: values["ocrModel"] ?? presetModel(),
    GALLEY_OCR_MODELS: values["ocrModels"],
    ...secretSettings(),
  };
  const parsed = z.object(recognitionVariables).safeParse(given, { jitless: true });
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(problemOf).join("\n"));
  const [missing] = missingForRecognition(parsed.data);
  if (missing) throw new UsageError(`${switchOf(missing.variable)}: ${withSwitches(missing.message)}`);
  return { ...languageFoldersIn(values), ...recognitionConfig(parsed.data) };
}

/** Starts the engines besides the built-in one; `parts` ends them. @throws UsageError */
export async function enginesFor(
  { tessdata, recognition }: RecognitionArguments,
  parts: ResourceStack,
): Promise<StartedRecognition | Record<string, never>> {
  if (recognition.engines.every((name) => name === "wasm")) return {};
  const { startRecognition } = await import("../outbound/recognition/start-recognition.ts");
  const { createOutbound } = await import("../outbound/outbound.ts");
  const outbound = createOutbound({ allow: EVERYWHERE });
  const limits = { threads: availableParallelism(), pageTimeoutSeconds: PAGE_TIMEOUT_SECONDS };
  try {
    return await startRecognition(recognition, { outbound, tessdata, ...limits, parts });
  } catch (cause) {
    throw new UsageError(`--ocr-engine: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The engine to set up; other values are left for the option of the same name to reject. */
function engineIn(value: unknown): string | undefined {
  return CUSTOM_ENGINES.find((engine) => engine === value);
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `${switchOf(String(path[0]))}: ${message}`;
}

/** `GALLEY_OCR_URL` is `--ocr-url` on the command line. */
function switchOf(variable: string): string {
  if (variable === "GALLEY_OCR_HANDWRITING") return "--handwriting";
  return `--${variable.replace("GALLEY_", "").toLowerCase().replaceAll("_", "-")}`;
}

function withSwitches(message: string): string {
  return message.replaceAll(/GALLEY_[A-Z_]+/g, switchOf).replaceAll("=", " ");
}

const LANGUAGE_VARIABLES = z.object({
  GALLEY_TESSDATA: extractionVariables.GALLEY_TESSDATA,
  GALLEY_DATA_DIR: storageVariables.GALLEY_DATA_DIR,
});

/** The folders that `--tessdata` or else the environment names. @throws UsageError */
export function languageFoldersIn({ tessdata }: Values): LanguageFolders {
  if (typeof tessdata === "string") {
    const folder = resolve(tessdata);
    if (tessdata === "" || kindOfPath(folder) !== "folder") {
      throw new UsageError("--tessdata: expected an existing folder");
    }
    const variables = variablesIn({ ...serviceVariables(), GALLEY_TESSDATA: folder });
    return { ...languageFolders(variables), addedLanguages: folder };
  }
  return languageFolders(variablesIn(serviceVariables()));
}

/** @throws UsageError */
function variablesIn(environment: unknown): z.output<typeof LANGUAGE_VARIABLES> {
  const parsed = LANGUAGE_VARIABLES.safeParse(environment, { jitless: true });
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join("\n"),
  );
}
