import { extractText } from "../../extract-text.ts";
import type { ExtractOptionsInput } from "../../options/extract-options.ts";

export const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function textOf(document: Uint8Array, options: ExtractOptionsInput = {}): Promise<string> {
  const { text } = await extractText(document, { mode: "native_text", ...options });
  return text;
}

export const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim().replaceAll(/ {2,}/g, " | "))
    .filter((line) => line !== "" && line !== "<<<");
