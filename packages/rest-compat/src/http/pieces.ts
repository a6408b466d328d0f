/** A text or a list whose parts are computed as they are written: pieces of the text, items of the list. */
export class Pieces<Kind extends "text" | "list" = "text", Part = string> {
  readonly kind: Kind;
  readonly parts: Iterable<Part>;

  constructor(kind: Kind, parts: Iterable<Part>) {
    this.kind = kind;
    this.parts = parts;
  }
}

/** An object whose texts and lists may be written piece by piece. */
export type InPieces<Value extends object> = {
  readonly [Key in keyof Value]:
    | Value[Key]
    | (Value[Key] extends string ? Pieces : never)
    | (Value[Key] extends readonly (infer Item)[] ? Pieces<"list", Item> : never);
};

/** The JSON of an object: what `JSON.stringify` returns for the whole. */
export function jsonInPieces(object: object): Pieces {
  return new Pieces("text", piecesOfObject(object));
}

function* piecesOfObject(object: object): Generator<string, void, undefined> {
  let separator = "{";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (!(value instanceof Pieces)) yield JSON.stringify(value);
    else if (value.kind === "text") yield* piecesOfText(value.parts);
    else yield* piecesOfList(value.parts);
  }
  yield separator === "{" ? "{}" : "}";
}

function* piecesOfText(pieces: Iterable<string>): Generator<string, void, undefined> {
  yield '"';
  for (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

function* piecesOfList(items: Iterable<unknown>): Generator<string, void, undefined> {
  let separator = "[";
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
