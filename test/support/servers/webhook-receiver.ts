import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { boundPort } from "@galley/core/testing";

/** A received message. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Responds to a message in any way, or never. */
export type Answering = (message: ReceivedMessage, response: ServerResponse) => void;

/** A webhook target on its own port that stores its messages. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** Oldest first. */
  readonly messages: readonly ReceivedMessage[];
  /** Without registration tests. */
  results(): readonly ReceivedMessage[];
  /** Sets the response to further messages; 200 by default. */
  willAnswer(answering: Answering): void;
}

export function answerWith(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): Answering {
  return (_message, response) => response.writeHead(status, headers).end(body);
}

/** Responds to one message after the other with each of these, and to all later ones with 200. */
export function answerInTurn(...answers: readonly Answering[]): Answering {
  const left = [...answers];
  return (message, response) => (left.shift() ?? answerWith(200))(message, response);
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  let answering = answerWith(200);
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = { headers: request.headers, body: await text(request), at: Date.now() };
    messages.push(message);
    answering(message, response);
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${boundPort(server)}/results`,
    messages,
    results: () => messages.filter(({ body }) => !body.includes('"WEBHOOK_TEST"')),
    willAnswer(next) {
      answering = next;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
