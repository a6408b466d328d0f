import { isClosingOf, mirrorOf } from "./bidi.ts";

/**
 * Whether brackets in right-to-left text are already mapped to logical characters, as some PDF writers do, instead of
 * to their visual shape: more of them form pairs as they are than mirrored.
 *
 * @param brackets Characters with a mirrored glyph, in reading order.
 */
export function areAlreadyLogical(brackets: readonly string[]): boolean {
  if (brackets.length < 2) return false;
  return pairsIn(brackets) > pairsIn(brackets.map((bracket) => mirrorOf(bracket) ?? bracket));
}

function pairsIn(brackets: readonly string[]): number {
  const open: string[] = [];
  let pairs = 0;
  for (const bracket of brackets) {
    const last = open.at(-1);
    if (last !== undefined && isClosingOf(bracket, last)) {
      open.pop();
      pairs++;
    } else {
      open.push(bracket);
    }
  }
  return pairs;
}
