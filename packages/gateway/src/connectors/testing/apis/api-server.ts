import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { boundPort } from "@galley/core/testing";

/** A local server that implements a provider's documented API as far as tests need it. */
export interface ApiServer extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface ApiCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** Whether the whole body arrived. */
  readonly complete: boolean;
}

export async function startApiServer(answer: (call: ApiCall) => ApiAnswer | undefined): Promise<ApiServer> {
  const server = createServer((request, response) => void respond(request, response, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (call: ApiCall) => ApiAnswer | undefined,
): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    return;
  }
  const { method = "GET", headers } = request;
  const url = new URL(request.url ?? "/", `http://${headers.host}`);
  const call = { method, url, headers, body: Buffer.concat(chunks), complete: request.complete };
  const { status = 200, headers: sent = {}, body } = answer(call) ?? { status: 404, body: "no such call" };
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body === undefined;
  response.writeHead(status, sent).end(isRaw ? body : JSON.stringify(body));
}
