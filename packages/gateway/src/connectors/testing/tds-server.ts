import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import { boundPort } from "@galley/core/testing";
import { selfSigned } from "./self-signed.ts";

const PRELOGIN = 0x12;
const LOGIN = 0x10;
const REMOTE_PROCEDURE = 0x03;
const BATCH = 0x01;
const RESPONSE = 0x04;
const HEADER = 8;
/** The record type of TLS application data. */
const APPLICATION_DATA = 0x17;

export interface TdsPlace {
  readonly host: string;
  readonly port: number;
}

export interface TdsServer extends AsyncDisposable {
  readonly port: number;
  /** The statements received, with the parameters of their calls. */
  readonly statements: readonly string[];
  /** Number of connections so far. */
  connections(): number;
}

/**
 * SQL Server's protocol (MS-TDS 7.4) as far as the connector uses it: accepts every login, has no tables, and
 * responds to each statement with success. With `redirect`, each login is redirected there.
 */
export async function startTdsServer(redirect?: () => TdsPlace): Promise<TdsServer> {
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    serve(socket, (type, content) => {
      if (type === LOGIN) return redirect ? redirected(redirect()) : loggedIn();
      if (type === BATCH || type === REMOTE_PROCEDURE) statements.push(content.toString("utf16le"));
      return done();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: boundPort(server),
    statements,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const context = createSecureContext({ ...selfSigned("database"), maxVersion: "TLSv1.2" });

/** Reads messages, first in clear, then over TLS, whose handshake is wrapped in TDS packets. */
function serve(socket: Socket, answer: (type: number, content: Buffer) => Buffer): void {
  const encrypted = new Duplex({
    read() {},
    write(record: Buffer, _encoding, written) {
      socket.write(record[0] === APPLICATION_DATA ? record : packet(PRELOGIN, record));
      written();
    },
  });
  let secure: TLSSocket | undefined;
  let isShaken = false;
  let held = Buffer.alloc(0);
  socket.on("data", (bytes: Buffer) => {
    held = Buffer.concat([held, bytes]);
    // After the handshake, records are not wrapped.
    isShaken ||= secure !== undefined && held[0] === APPLICATION_DATA;
    if (isShaken) {
      encrypted.push(held);
      held = Buffer.alloc(0);
      return;
    }
    for (let size = sizeOf(held); size !== undefined; size = sizeOf(held)) {
      const content = held.subarray(HEADER, size);
      held = held.subarray(size);
      if (secure) {
        encrypted.push(content);
        continue;
      }
      secure = new TLSSocket(encrypted, { isServer: true, secureContext: context });
      messagesOf(
        secure.on("error", () => socket.destroy()),
        answer,
      );
      socket.write(packet(RESPONSE, ENCRYPTION_ON));
    }
  });
}

/** Joins packets up to the last one of a message. */
function messagesOf(secure: TLSSocket, answer: (type: number, content: Buffer) => Buffer): void {
  let held = Buffer.alloc(0);
  let message = Buffer.alloc(0);
  secure.on("data", (bytes: Buffer) => {
    held = Buffer.concat([held, bytes]);
    for (let size = sizeOf(held); size !== undefined; size = sizeOf(held)) {
      message = Buffer.concat([message, held.subarray(HEADER, size)]);
      const [type = 0, status = 0] = held;
      held = held.subarray(size);
      if ((status & 1) === 0) continue;
      secure.write(packet(RESPONSE, answer(type, message)));
      message = Buffer.alloc(0);
    }
  });
}

/** The size of the first packet; undefined until it is complete. */
function sizeOf(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER) return undefined;
  const size = bytes.readUInt16BE(2);
  return bytes.length < size ? undefined : size;
}

function packet(type: number, content: Buffer): Buffer {
  const header = Buffer.from([type, 1, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(HEADER + content.length, 2);
  return Buffer.concat([header, content]);
}

/** The options of the prelogin response: the server's version, and encryption required. */
const ENCRYPTION_ON = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 1]);

function done(): Buffer {
  return Buffer.concat([Buffer.from([0xfd]), Buffer.alloc(12)]);
}

function loggedIn(): Buffer {
  const name = Buffer.from("SQL", "utf16le");
  const content = Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4, 3]), name, Buffer.from([16, 0, 0, 0])]);
  return Buffer.concat([token(0xad, content), done()]);
}

function redirected({ host, port }: TdsPlace): Buffer {
  const name = Buffer.from(host, "utf16le");
  const value = Buffer.concat([Buffer.from([0, 0, 0, 0, 0]), name]);
  value.writeUInt16LE(port, 1);
  value.writeUInt16LE(host.length, 3);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(value.length);
  return Buffer.concat([
    token(0xe3, Buffer.concat([Buffer.from([20]), size, value, Buffer.alloc(2)])),
    loggedIn(),
  ]);
}

function token(type: number, content: Buffer): Buffer {
  const header = Buffer.from([type, 0, 0]);
  header.writeUInt16LE(content.length, 1);
  return Buffer.concat([header, content]);
}
