import { EditColumn, type EditColumnOptions, type ScanHit } from "./edit-column.ts";
import { beginsWord, endsWord, type SymbolStream } from "./symbol-stream.ts";

/** An approximate match of the term in a stream. */
export interface Occurrence {
  /** Edit distance to the term. */
  readonly distance: number;
  /** The origin of each of its symbols, as in `SymbolStream.origins`. */
  readonly origins: Uint32Array;
  /** Whether it ends at a word boundary. */
  readonly endsWord: boolean;
}

export interface OccurrenceLimits extends Pick<EditColumnOptions, "maxEdits" | "maxWork"> {
  readonly maxOccurrences: number;
}

/**
 * The first occurrences in the streams that are closer to the term than those ending directly before and after; inexact
 * ones may overlap. Undefined if the work limit is exceeded.
 */
export function findOccurrences(
  term: Uint16Array,
  streams: readonly SymbolStream[],
  { maxOccurrences, ...limits }: OccurrenceLimits,
): readonly Occurrence[] | undefined {
  const forwards = new EditColumn(term, { ...limits, begins: "anywhere" });
  const backwards = new EditColumn(term.toReversed(), { ...limits, begins: "first" });
  const found: Occurrence[] = [];
  for (const stream of streams) {
    for (const end of nearestEnds(endsIn(forwards, stream.symbols))) {
      if (found.length >= maxOccurrences) break;
      const first = firstOf(backwards, stream, { end, length: term.length });
      found.push({
        distance: end.distance,
        origins: stream.origins.subarray(first, end.index + 1),
        endsWord: endsWord(stream, end.index + 1),
      });
    }
  }
  return Math.max(forwards.work, backwards.work) > limits.maxWork ? undefined : found;
}

interface End extends ScanHit {
  /** Where matching started: the occurrence does not extend before it. */
  readonly from: number;
}

/** All end positions of matches. After an exact match, matching restarts behind it. */
function* endsIn(column: EditColumn, symbols: Uint16Array): Generator<End, void, undefined> {
  column.reset();
  let from = 0;
  for (let at = 0; ;) {
    const hit = column.scan(symbols, { from: at, to: symbols.length });
    if (!hit) return;
    yield { ...hit, from };
    at = hit.index + 1;
    if (hit.distance > 0) continue;
    from = at;
    column.reset();
  }
}

/** The local minima of the edit distance; all of several equal ones. */
function* nearestEnds(ends: Iterable<End>): Generator<End, void, undefined> {
  let before: End | undefined;
  let nearest: End[] = [];
  for (const end of ends) {
    const continuesLine = before?.index === end.index - 1 && before.from === end.from;
    const rise = continuesLine ? end.distance - (before?.distance ?? 0) : -Infinity;
    if (!continuesLine || rise > 0) yield* nearest;
    if (rise !== 0) nearest = rise > 0 ? [] : [end];
    else if (nearest.length > 0) nearest.push(end);
    before = end;
  }
  yield* nearest;
}

/** The index of the first symbol of the occurrence with that end, found by matching backwards. */
function firstOf(
  backwards: EditColumn,
  stream: SymbolStream,
  { end: { index, distance, from }, length }: { readonly end: End; readonly length: number },
): number {
  if (distance === 0) return index - length + 1;
  const furthest = Math.max(from, index - length - distance + 1);
  backwards.reset();
  let first: number | undefined;
  for (let at = index; at >= furthest;) {
    const hit = backwards.scan(stream.symbols, { from: at, to: furthest - 1 });
    if (!hit) break;
    const isBetter = first === undefined || (!beginsWord(stream, first) && beginsWord(stream, hit.index));
    if (hit.distance === distance && isBetter) first = hit.index;
    at = hit.index - 1;
  }
  return first ?? furthest;
}
