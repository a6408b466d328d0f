/** Number of bytes searched for the end of an array. */
const MAX_ARRAY_TAIL = 4096;

/** If one of these comes first, the open array is not shown as text. */
const ENDS_OF_TEXT: ReadonlySet<string> = new Set(["Tj", "'", '"', "ET", "BT", "["]);

/** Operators that take only the last number; earlier numbers are text offsets. */
const TAKES_ONE: ReadonlySet<string> = new Set(["Tc", "Tw", "Tz", "TL", "Ts", "Tr"]);

const TOKEN = /\((?:\\[^]|[^\\()])*\)?|[[\]]|[^\s()<>[\]{}/%]+|[^]/gu;

/** Whether the operator at `position` is a stray one within a text array: the array is closed or shown after it. */
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
