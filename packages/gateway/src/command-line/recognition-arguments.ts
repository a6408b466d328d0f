import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ImageRecogniser } from "@galley/core";
import { type OwnSwitches, UsageError, type Values } from "./option-arguments.ts";

/** The OCR settings of a command, besides the extraction options. */
export interface RecognitionArguments {
  /** A folder of language data; "" uses the installed packages. */
  readonly tessdata: string;
  /** The URL of an OCR service; undefined uses the built-in recogniser. */
  readonly ocrUrl: string | undefined;
}

export const RECOGNITION_SWITCHES = {
  tessdata: { type: "string" },
  "ocr-url": { type: "string" },
} as const satisfies OwnSwitches;

export const RECOGNITION_USAGE = [
  ["--tessdata FOLDER", "folder of language data, in addition to the installed packages"],
  ["--ocr-url URL", "OCR service to use instead of the built-in recogniser"],
] as const;

/** After this time, the page is read by the built-in recogniser instead. */
const OCR_TIMEOUT_MS = 30_000;

/** The user of the command chooses the address, so no address is blocked. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** @throws UsageError */
export function recognitionIn(values: Values): RecognitionArguments {
  return { tessdata: folderIn(values["tessdata"]), ocrUrl: urlIn(values["ocr-url"]) };
}

/** The client of the OCR service; undefined if none is given. */
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
