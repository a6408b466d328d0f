import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ImageRecogniser } from "@galley/core";
import { type Command, Option } from "commander";
import type { Values } from "./extraction-options.ts";
import { UsageError } from "./usage-error.ts";

/** The OCR settings of a command, besides the extraction options. */
export interface RecognitionArguments {
  /** A folder of language data; "" uses the installed packages. */
  readonly tessdata: string;
  /** The URL of an OCR service; undefined uses the built-in recogniser. */
  readonly ocrUrl: string | undefined;
}

/** Adds the options to a command; those of an OCR service only if the command recognises. */
export function addRecognitionOptions(command: Command, { service }: { readonly service: boolean }): Command {
  const tessdata = new Option(
    "--tessdata <folder>",
    "folder of language data, in addition to the installed packages",
  );
  command.addOption(tessdata.helpGroup("Recognition:"));
  if (!service) return command;
  const url = new Option("--ocr-url <url>", "OCR service to use instead of the built-in recogniser");
  return command.addOption(url.helpGroup("Recognition:"));
}

/** After this time, the page is read by the built-in recogniser instead. */
const OCR_TIMEOUT_MS = 30_000;

/** The user of the command chooses the address, so no address is blocked. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** @throws UsageError */
export function recognitionIn(values: Values): RecognitionArguments {
  return { tessdata: folderIn(values["tessdata"]), ocrUrl: urlIn(values["ocrUrl"]) };
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
