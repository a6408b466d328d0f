import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { boundPort } from "@galley/core/testing";

/** What the server answers; `undefined` is never answered. */
export interface ModelReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of the model. */
  readonly content?: string;
  readonly tokens?: number;
}

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of the requests so far. */
  readonly requests: readonly string[];
}

/** A server on this machine that speaks the protocol of OpenAI. */
export async function startModelServer(
  replyTo: (request: { readonly body: string; readonly key: string }) => ModelReply | undefined,
): Promise<ModelServer> {
  const requests: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    requests.push(body);
    const reply = replyTo({ body, key: request.headers.authorization ?? "" });
    if (!reply) return;
    const { status = 200, headers = {}, content = "", tokens = 100 } = reply;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(completion(content, tokens)));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${boundPort(server)}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function completion(content: string, tokens: number): unknown {
  const message = { role: "assistant", content };
  return {
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "tiny",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
  };
}
