/** A string that is written piece by piece. */
export class TextPieces {
  readonly pieces: Iterable<string>;

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces;
  }
}

/** A list whose items are computed as they are written. */
export class ListPieces<Item> {
  readonly items: Iterable<Item>;

  constructor(items: Iterable<Item>) {
    this.items = items;
  }
}

/** An object whose strings and lists may be written piece by piece. */
export type InPieces<Value extends object> = {
  readonly [Key in keyof Value]:
    | Value[Key]
    | (Value[Key] extends string ? TextPieces : never)
    | (Value[Key] extends readonly (infer Item)[] ? ListPieces<Item> : never);
};

/** The JSON of an object: together the pieces are what `JSON.stringify` returns for the whole. */
export function* jsonPieces(object: object): Generator<string, void, undefined> {
  let separator = "{";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (value instanceof TextPieces) yield* textPieces(value);
    else if (value instanceof ListPieces) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield separator === "{" ? "{}" : "}";
}

function* textPieces({ pieces }: TextPieces): Generator<string, void, undefined> {
  yield '"';
  for (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

function* listPieces({ items }: ListPieces<unknown>): Generator<string, void, undefined> {
  let separator = "[";
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
