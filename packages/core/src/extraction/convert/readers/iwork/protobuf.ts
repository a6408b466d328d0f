/** A field of a Protocol Buffers message: a number, or the bytes of a text or message. */
export interface Field {
  readonly number: number;
  readonly value: number | Uint8Array;
}

const VARIABLE = 0;
const EIGHT_BYTES = 1;
const BYTES = 2;
const FOUR_BYTES = 5;

/** The fields of a message as far as they can be read. Numbers above 2^53 are not exact. */
export function* fieldsOf(message: Uint8Array): Generator<Field, void, undefined> {
  const cursor = { at: 0 };
  while (cursor.at < message.length) {
    const key = variable(message, cursor);
    const value = key === undefined ? undefined : valueOf(message, cursor, key & 7);
    if (key === undefined || value === undefined) return;
    yield { number: Math.floor(key / 8), value };
  }
}

/** The values of the fields with this number that are bytes. */
export function messagesOf(message: Uint8Array | undefined, number: number): readonly Uint8Array[] {
  if (!message) return [];
  return [...fieldsOf(message)].flatMap((field) =>
    field.number === number && typeof field.value !== "number" ? [field.value] : [],
  );
}

/** The first field with this number that is a number. */
export function numberIn(message: Uint8Array | undefined, number: number): number | undefined {
  if (!message) return undefined;
  for (const field of fieldsOf(message))
    if (field.number === number && typeof field.value === "number") return field.value;
  return undefined;
}

interface Cursor {
  at: number;
}

/** Undefined if the message was cut off. */
function valueOf(message: Uint8Array, cursor: Cursor, type: number): number | Uint8Array | undefined {
  if (type === VARIABLE) return variable(message, cursor);
  const length = type === BYTES ? variable(message, cursor) : { [EIGHT_BYTES]: 8, [FOUR_BYTES]: 4 }[type];
  if (length === undefined || cursor.at + length > message.length) return undefined;
  cursor.at += length;
  return message.subarray(cursor.at - length, cursor.at);
}

/** A number of variable length; undefined if it was cut off. */
export function variable(message: Uint8Array, cursor: Cursor): number | undefined {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = message[cursor.at++];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  return undefined;
}
