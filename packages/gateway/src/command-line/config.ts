import { presentIn } from "../config/variable.ts";

/** Variables of the service that are set; the command line uses those that name folders of language data. */
export function serviceVariables(): Readonly<Record<string, string>> {
  return presentIn(process.env);
}

/** Settings of the OCR service that are no arguments, because other users of the machine can read arguments. */
export function secretSettings(): { readonly [variable: string]: string | undefined } {
  const { GALLEY_OCR_KEY, GALLEY_OCR_PROMPT } = process.env;
  return { GALLEY_OCR_KEY, GALLEY_OCR_PROMPT };
}

/** The model of `--ocr-url openai:…` if `--ocr-model` does not name it. */
export function presetModel(): string | undefined {
  return process.env["GALLEY_OCR_MODEL"];
}

/** The key of the language model at an address that `--model openai-compatible:…` names. */
export function compatibleModelKey(): string | undefined {
  return process.env["OPENAI_COMPATIBLE_API_KEY"];
}
