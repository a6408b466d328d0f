/** A cell of a sheet; rows and columns are counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A sheet has columns A to XFD. */
export const MAX_COLUMNS = 16_384;

const LETTER_A = 65;
const LETTERS = 26;

/** The place that an address such as `B7` or `$B$7` names; undefined if it is none. */
export function placeOf(address: string): CellPlace | undefined {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(address) ?? [];
  if (digits === "") return undefined;
  let column = 0;
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - LETTER_A + 1;
  return column > MAX_COLUMNS ? undefined : { row: Number(digits) - 1, column: column - 1 };
}
