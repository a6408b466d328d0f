import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ImageRecogniser } from "@galley/core";
import { type OwnSwitches, UsageError, type Values } from "./option-arguments.ts";

/** With what a command recognises, besides the options of an extraction. */
export interface RecognitionArguments {
  /** A folder of language data; "" for what is installed as packages. */
  readonly tessdata: string;
  /** The address of an OCR service; undefined where the built-in recogniser reads. */
  readonly ocrUrl: string | undefined;
}

export const RECOGNITION_SWITCHES = {
  tessdata: { type: "string" },
  "ocr-url": { type: "string" },
} as const satisfies OwnSwitches;

export const RECOGNITION_USAGE = [
  ["--tessdata FOLDER", "language data besides the installed packages"],
  ["--ocr-url URL", "OCR service that reads instead of the built-in recogniser"],
] as const;

/** A page that waits for the service longer than this is read by the built-in recogniser. */
const OCR_TIMEOUT_MS = 30_000;

/** Whoever calls the command names the address, so that it may be any. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** @throws UsageError */
export function recognitionIn(values: Values): RecognitionArguments {
  return { tessdata: folderIn(values["tessdata"]), ocrUrl: urlIn(values["ocr-url"]) };
}

/** What asks the OCR service that was named; undefined where none was. */
export async function recogniserFor({ ocrUrl }: RecognitionArguments): Promise<ImageRecogniser | undefined> {
  if (ocrUrl === undefined) return undefined;
  const { createOcrService } = await import("../outbound/ocr-service.ts");
  const { createOutbound } = await import("../outbound/outbound.ts");
  return createOcrService(createOutbound({ allow: EVERYWHERE }), { url: ocrUrl, timeoutMs: OCR_TIMEOUT_MS });
}

function folderIn(value: unknown): string {
  if (typeof value !== "string") return "";
  const folder = resolve(value);
  if (value !== "" && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError("--tessdata: expected an existing folder");
}

function urlIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const url = URL.parse(value);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.href;
  throw new UsageError("--ocr-url: expected an http or https URL");
}
