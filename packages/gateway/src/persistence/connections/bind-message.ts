/** What the driver passes to a connection's `bind`. */
export interface BindConfig {
  readonly portal?: string | undefined;
  readonly statement?: string | undefined;
  readonly binary?: boolean | undefined;
  readonly values?: readonly unknown[] | undefined;
  /** Turns a value into what is sent: text, bytes or null. */
  readonly valueMapper: (value: unknown, index: number) => unknown;
}

const BIND = 0x42;
const TEXT = 0;
const BINARY = 1;
const NULL_SIZE = -1;

/**
 * A Bind message of PostgreSQL's protocol, in a buffer of exactly its size. The driver's own serializer enlarges two
 * buffers step by step, so the pages of a batch were copied several times.
 */
export function bindMessage({
  portal = "",
  statement = "",
  binary = false,
  values = [],
  valueMapper,
}: BindConfig): Buffer {
  const sent = values.map((value, index) => sentValue(valueMapper(value, index)));
  const sizes = sent.map(sizeOf);
  const ofNames = Buffer.byteLength(portal) + Buffer.byteLength(statement) + 2;
  const ofValues = sizes.reduce((sum, size) => sum + 2 + 4 + Math.max(size, 0), 0);
  const length = 4 + ofNames + 2 + 2 + ofValues + 2 + 2;
  const message = Buffer.allocUnsafe(1 + length);
  let at = message.writeUInt8(BIND);
  at = message.writeInt32BE(length, at);
  for (const name of [portal, statement]) {
    at += message.write(name, at);
    at = message.writeUInt8(0, at);
  }
  at = message.writeInt16BE(sent.length, at);
  for (const value of sent) at = message.writeInt16BE(value instanceof Uint8Array ? BINARY : TEXT, at);
  at = message.writeInt16BE(sent.length, at);
  for (const [index, value] of sent.entries()) {
    at = message.writeInt32BE(sizes[index] ?? NULL_SIZE, at);
    if (typeof value === "string") at += message.write(value, at);
    else if (value !== null) {
      message.set(value, at);
      at += value.length;
    }
  }
  at = message.writeInt16BE(1, at);
  message.writeInt16BE(binary ? BINARY : TEXT, at);
  return message;
}

type SentValue = string | Uint8Array | null;

function sentValue(value: unknown): SentValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  throw new TypeError(`The driver passes a ${typeof value} in place of text or bytes.`);
}

function sizeOf(value: SentValue): number {
  if (value === null) return NULL_SIZE;
  return typeof value === "string" ? Buffer.byteLength(value) : value.length;
}
