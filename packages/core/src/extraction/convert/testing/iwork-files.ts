import { zipOf } from "./office-files.ts";

/** An object of an iWork document: its number and type, and its message. */
export type MadeObject = readonly [id: number, type: number, message: Uint8Array];

/** A message of Protocol Buffers with these fields: numbers, texts, or messages. */
export function message(
  ...fields: readonly (readonly [number: number, value: number | string | Uint8Array])[]
): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) =>
      typeof value === "number"
        ? Buffer.concat([variable(number * 8), variable(value)])
        : withLength(variable(number * 8 + 2), Buffer.from(value)),
    ),
  );
}

/** A reference to an object. */
export function reference(id: number): Uint8Array {
  return message([1, id]);
}

/** A document of Pages, Numbers or Keynote with these objects, by the name of their file. */
export function iworkFile(files: Readonly<Record<string, readonly MadeObject[]>>): Uint8Array {
  return zipOf(
    Object.fromEntries(
      Object.entries(files).map(([name, objects]) => [`Index/${name}.iwa`, packed(objects)]),
    ),
  );
}

function packed(objects: readonly MadeObject[]): Uint8Array {
  const content = Buffer.concat(
    objects.flatMap(([id, type, body]) => {
      const description = message([1, id], [2, message([1, type], [3, body.length])]);
      return [withLength(Buffer.alloc(0), description), body];
    }),
  );
  // Snappy without compression: pieces of at most 60 bytes.
  const pieces = Array.from({ length: Math.ceil(content.length / 60) }, (_, index) => {
    const piece = content.subarray(index * 60, index * 60 + 60);
    return Buffer.concat([Buffer.of((piece.length - 1) << 2), piece]);
  });
  const block = Buffer.concat([variable(content.length), ...pieces]);
  return Buffer.concat([
    Buffer.of(0, block.length & 255, (block.length >> 8) & 255, block.length >> 16),
    block,
  ]);
}

function withLength(key: Uint8Array, content: Uint8Array): Uint8Array {
  return Buffer.concat([key, variable(content.length), content]);
}

function variable(value: number): Uint8Array {
  return value < 0x80
    ? Buffer.of(value)
    : Buffer.concat([Buffer.of((value & 0x7f) | 0x80), variable(value >> 7)]);
}
