/** Settings of the OCR service that are no arguments, because other users of the machine can read arguments. */
export function secretSettings(): { readonly [variable: string]: string | undefined } {
  const { GALLEY_OCR_KEY, GALLEY_OCR_PROMPT } = process.env;
  return { GALLEY_OCR_KEY, GALLEY_OCR_PROMPT };
}
