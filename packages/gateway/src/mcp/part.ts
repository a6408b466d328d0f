import { DomainError } from "@galley/core/domain";

/** A part of a text, as long as a model can take. */
export interface Part {
  readonly text: string;
  /** Where the rest starts; undefined if there is none. */
  readonly nextCursor: string | undefined;
}

/**
 * The part of `text` from a cursor, at most `maxCharacters` long. It ends with a page or a line if there is one in its
 * second half, and never within a character.
 *
 * @throws DomainError `BAD_INPUT` of the field `cursor`.
 */
export function partOf(text: string, cursor: string | undefined, maxCharacters: number): Part {
  const start = startOf(text, cursor);
  const limit = start + maxCharacters;
  if (limit >= text.length) return { text: text.slice(start), nextCursor: undefined };
  const middle = start + Math.ceil(maxCharacters / 2);
  const ends = ["\f", "\n"].map((end) => text.lastIndexOf(end, limit - 1) + 1);
  const end = ends.find((at) => at >= middle) ?? wholeCharacter(text, limit);
  return { text: text.slice(start, end), nextCursor: String(end) };
}

function startOf(text: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const start = /^\d{1,12}$/.test(cursor) ? Number(cursor) : Infinity;
  if (start <= text.length) return start;
  throw new DomainError(
    "BAD_INPUT",
    "cursor: expected the next_cursor of an earlier part of the same format",
    {
      field: "cursor",
    },
  );
}

function wholeCharacter(text: string, end: number): number {
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isPair ? end - 1 : end;
}
