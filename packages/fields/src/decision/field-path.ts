/** A step of a path: the name of a property or the index of a row. */
export type Step = string | number;

/** The steps of a path such as `lines[2].amount`. */
export function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(/\[(\d{1,9})\]|([^.[\]]+)/gu)].map(([, index, name]) =>
    index === undefined ? (name ?? "") : Number(index),
  );
}

/** The path with the index of every row left out, such as `lines[].amount`. */
export function genericPath(path: string): string {
  return path.replaceAll(/\[\d+\]/gu, "[]");
}
