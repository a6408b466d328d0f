/** Counts of check boxes, summed over sheets. */
export interface CheckBoxScore {
  readonly drawn: number;
  /** Boxes in the text, correct or not. */
  readonly read: number;
  /** Boxes in front of their label. */
  readonly found: number;
  /** Of those, boxes in the correct state. */
  readonly rightState: number;
}

export const NO_BOXES: CheckBoxScore = { drawn: 0, read: 0, found: 0, rightState: 0 };

/**
 * Scores a text by its `[X]` and `[ ]`: each label must have exactly one before it, and there must be no
 * others.
 */
export function scoreCheckBoxes(text: string, labels: ReadonlyMap<string, boolean>): CheckBoxScore {
  const states = new Map(
    Array.from(text.matchAll(/\[(?<mark>[ X])\]\s*(?<label>[A-Z]+\d+)/gu), ({ groups }) => [
      groups?.["label"] ?? "",
      groups?.["mark"] === "X",
    ]),
  );
  const found = [...labels].filter(([label]) => states.has(label));
  return {
    drawn: labels.size,
    read: text.match(/\[[ X]\]/gu)?.length ?? 0,
    found: found.length,
    rightState: found.filter(([label, isMarked]) => states.get(label) === isMarked).length,
  };
}

export function addBoxes(one: CheckBoxScore, other: CheckBoxScore): CheckBoxScore {
  return {
    drawn: one.drawn + other.drawn,
    read: one.read + other.read,
    found: one.found + other.found,
    rightState: one.rightState + other.rightState,
  };
}

/** The harmonic mean of the recall of drawn boxes and the precision of read boxes. */
export function f1Of({ drawn, read, found }: CheckBoxScore): number {
  return (2 * found) / Math.max(1, drawn + read);
}
