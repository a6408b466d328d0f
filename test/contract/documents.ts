import { createExtractor } from "@galley/core";
import { FIXTURES } from "../fixtures/fixtures.ts";
import { form } from "../fixtures/forms.ts";

/** One page: an invoice of "Galley Press". */
export const SAMPLE = bytesOf("sample");
/** Words with non-ASCII letters. */
export const EUROPEAN = bytesOf("european");
export const THREE_PAGES = bytesOf("three-pages");

/** A table with ruling lines. */
export const RULED = bytesOf("invoice");
/** Fields whose text is not exactly on the baselines of their labels. */
export const FORM = bytesOf("form");

/** Lines of text, with CONFIDENTIAL across the page at 45 degrees. */
export const WATERMARK = bytesOf("watermark");

let scan: Promise<Uint8Array> | undefined;

/** A filled form, printed and scanned, as a PNG image. */
export function scannedForm(): Promise<Uint8Array> {
  scan ??= printedForm();
  return scan;
}

async function printedForm(): Promise<Uint8Array> {
  await using extractor = createExtractor({ threads: 1 });
  return (await extractor.renderPage(form().bytes, 1, { dpi: 150, grey: true })).png;
}

/** A PDF without pages: it is accepted but cannot be read. */
export const CUT_OFF = SAMPLE.subarray(0, 200);

function bytesOf(name: string): Uint8Array {
  const fixture = FIXTURES[name];
  if (!fixture) throw new Error(`There is no fixture ${name}.`);
  return fixture().bytes;
}
