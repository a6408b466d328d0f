/** Bytes within which the end of an array is looked for. */
const MAX_ARRAY_TAIL = 4096;

/** Before these, an array that is still open is not one of text that is shown. */
const ENDS_OF_TEXT: ReadonlySet<string> = new Set(["Tj", "'", '"', "ET", "BT", "["]);

/** Operators that take the last number alone; the numbers before it move the text. */
const TAKES_ONE: ReadonlySet<string> = new Set(["Tc", "Tw", "Tz", "TL", "Ts", "Tr"]);

const TOKEN = /\((?:\\[^]|[^\\()])*\)?|[[\]]|[^\s()<>[\]{}/%]+|[^]/gu;

/** Whether an operator at `position` strayed into an array of text: the array is closed, or shown, behind it. */
export function isStrayOperator(bytes: Uint8Array, position: number): boolean {
  const tail = Buffer.from(bytes.subarray(position, position + MAX_ARRAY_TAIL)).toString("latin1");
  for (const { 0: token, index } of tail.matchAll(TOKEN)) {
    if (token === "]" || token === "TJ") return index > 0;
    if (ENDS_OF_TEXT.has(token)) return false;
  }
  return false;
}

/** Whether the operator at `position` takes one number. */
export function takesOneNumber(bytes: Uint8Array, position: number): boolean {
  const operator = String.fromCharCode(...bytes.subarray(position, position + 2));
  return TAKES_ONE.has(operator);
}
