import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Resolver } from "node:dns/promises";
import { isIPv4 } from "node:net";

/** The records of a name at one time: addresses of either family, and the alias target if it is an alias. */
export interface NameRecords {
  readonly addresses: readonly string[];
  readonly alias?: string;
}

/** A DNS server on the loopback interface. */
export interface NameServer extends AsyncDisposable {
  /** All addresses of a name, queried over the network without a cache. */
  resolve(name: string): Promise<readonly string[]>;
  /** How often the IPv4 addresses of a name were queried. */
  asked(name: string): number;
}

const TYPE_A = 1;
const TYPE_CNAME = 5;
const HEADER_BYTES = 12;
const AN_ANSWER = 0x8180;
const UNKNOWN_NAME = 0x8183;
/** A compression pointer to the name in the question. */
const QUESTION_NAME = Buffer.from([0xc0, HEADER_BYTES]);

/**
 * Serves these names with a TTL of 0. Each query for IPv4 addresses uses up one entry of a name's list, and
 * the last one stays.
 */
export async function serveNames(
  table: Readonly<Record<string, readonly NameRecords[]>>,
): Promise<NameServer> {
  const counts = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const times = counts.get(name) ?? 0;
    if (type === TYPE_A) counts.set(name, times + 1);
    const records = table[name]?.[times] ?? table[name]?.at(-1);
    socket.send(answerTo(query.subarray(0, end), type, records), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    asked: (name) => counts.get(name) ?? 0,
    async resolve(name) {
      // In this order, so that both families come from the same entry of the list or the next one.
      const six = await resolver.resolve6(name).catch(noneOfThem);
      const four = await resolver.resolve4(name).catch(noneOfThem);
      return [...four, ...six];
    },
    async [Symbol.asyncDispose]() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}

/** A name without addresses of one family may have some of the other. */
function noneOfThem(error: unknown): readonly string[] {
  if (error instanceof Error && "code" in error && error.code === "ENODATA") return [];
  throw error;
}

function questionOf(query: Buffer): {
  readonly name: string;
  readonly type: number;
  readonly end: number;
} {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, type: number, records: NameRecords | undefined): Buffer {
  const answers = records ? answersOf(records, type) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(records ? AN_ANSWER : UNKNOWN_NAME, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...answers]);
}

function answersOf({ addresses, alias }: NameRecords, type: number): readonly Buffer[] {
  const owner = alias === undefined ? QUESTION_NAME : encodedName(alias);
  const wanted = addresses.filter((address) => isIPv4(address) === (type === TYPE_A));
  const found = wanted.map((address) => recordOf(owner, type, encodedAddress(address)));
  return alias === undefined ? found : [recordOf(QUESTION_NAME, TYPE_CNAME, owner), ...found];
}

function recordOf(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function encodedName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from(`${String.fromCodePoint(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}

/** IPv6 addresses must have all eight groups written. */
function encodedAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  return Buffer.concat(address.split(":").map((group) => Buffer.from(group.padStart(4, "0"), "hex")));
}
