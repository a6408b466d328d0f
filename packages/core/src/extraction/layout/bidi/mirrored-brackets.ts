import { isClosingOf, mirrorOf } from "./bidi.ts";

/**
 * Whether brackets among letters from right to left already stand for what is read, as some writers of PDF map them,
 * and not for the image that is seen: more of them pair up as they are than as their mirror images.
 *
 * @param brackets Characters whose image was turned, in reading order.
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
