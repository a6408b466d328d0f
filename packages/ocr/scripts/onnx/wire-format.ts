/** The wire format of Protocol Buffers, in which ONNX models are stored. Fields that are not understood are kept. */

/** How the content of a field is stored. */
const WIRE = { VARINT: 0, EIGHT_BYTES: 1, DELIMITED: 2, FOUR_BYTES: 5 } as const;

/** A field of a message. */
export interface Field {
  readonly id: number;
  readonly wire: number;
  /** Its bytes, without the length of delimited ones. */
  readonly content: Uint8Array;
}

/** @throws Error if the message is damaged. */
export function fieldsOf(message: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  while (at < message.length) {
    const tag = varintAt(message, at);
    const wire = tag.value & 7;
    const { from, to } = extentOf(message, wire, tag.end);
    if (to > message.length) throw new Error("The message ends within a field.");
    fields.push({ id: tag.value >>> 3, wire, content: message.subarray(from, to) });
    at = to;
  }
  return fields;
}

function extentOf(message: Uint8Array, wire: number, from: number): { from: number; to: number } {
  if (wire === WIRE.VARINT) return { from, to: varintAt(message, from).end };
  if (wire === WIRE.EIGHT_BYTES) return { from, to: from + 8 };
  if (wire === WIRE.FOUR_BYTES) return { from, to: from + 4 };
  if (wire !== WIRE.DELIMITED) throw new Error(`Fields of wire type ${wire} are not supported.`);
  const { value: length, end } = varintAt(message, from);
  return { from: end, to: end + length };
}

export function messageOf(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.flatMap(({ id, wire, content }) => [
      varint((id << 3) | wire),
      ...(wire === WIRE.DELIMITED ? [varint(content.length)] : []),
      content,
    ]),
  );
}

export function delimited(id: number, content: string | Uint8Array): Field {
  return { id, wire: WIRE.DELIMITED, content: Buffer.from(content) };
}

export function whole(id: number, value: number): Field {
  return { id, wire: WIRE.VARINT, content: varint(value) };
}

export function float(id: number, value: number): Field {
  const content = Buffer.alloc(4);
  content.writeFloatLE(value);
  return { id, wire: WIRE.FOUR_BYTES, content };
}

/** The contents of the fields of this number. */
export function contentsOf(fields: readonly Field[], id: number): readonly Uint8Array[] {
  return fields.filter((field) => field.id === id).map(({ content }) => content);
}

export function textsOf(fields: readonly Field[], id: number): readonly string[] {
  return contentsOf(fields, id).map((content) => Buffer.from(content).toString());
}

/** Whole numbers, each in a field of its own or several packed into one. */
export function wholesOf(fields: readonly Field[], id: number): readonly number[] {
  return contentsOf(fields, id).flatMap((content) => {
    const values: number[] = [];
    for (let at = 0; at < content.length;) {
      const { value, end } = varintAt(content, at);
      values.push(value);
      at = end;
    }
    return values;
  });
}

/** Negative numbers are stored as if they were 64 bits wide. */
function varintAt(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let [value, shift, at] = [0n, 0n, start];
  for (;;) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error("The message ends within a number.");
    value |= BigInt(byte & 127) << shift;
    shift += 7n;
    if (byte < 128) return { value: Number(BigInt.asIntN(64, value)), end: at };
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
