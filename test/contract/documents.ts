import { FIXTURES } from "../fixtures/fixtures.ts";

/** One page: an invoice of "Galley Press". */
export const SAMPLE = bytesOf("sample");
/** Words with letters beyond ASCII. */
export const EUROPEAN = bytesOf("european");
export const THREE_PAGES = bytesOf("three-pages");

/** A PDF whose pages are gone: it is taken in and cannot be read. */
export const CUT_OFF = SAMPLE.subarray(0, 200);

function bytesOf(name: string): Uint8Array {
  const fixture = FIXTURES[name];
  if (!fixture) throw new Error(`There is no fixture ${name}.`);
  return fixture().bytes;
}
