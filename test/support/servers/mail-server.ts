import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { boundPort } from "@galley/core/testing";

/** A mail server on loopback that stores its messages. */
export interface MailServer extends AsyncDisposable {
  readonly url: string;
  /** Accepted messages, each with its envelope, oldest first. */
  readonly messages: readonly ReceivedMail[];
  /** Rejects this many messages before it accepts one. */
  refuse(count: number): void;
}

export interface ReceivedMail {
  readonly to: string;
  readonly content: string;
}

export async function startMailServer(): Promise<MailServer> {
  const messages: ReceivedMail[] = [];
  let refusals = 0;
  const server = createServer((socket) => {
    socket.write("220 test\r\n");
    converse(socket, (mail) => {
      if (refusals > 0) {
        refusals -= 1;
        return "451 later";
      }
      messages.push(mail);
      return "250 taken";
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${boundPort(server)}`,
    messages,
    refuse(count) {
      refusals = count;
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

function converse(socket: Socket, take: (mail: ReceivedMail) => string): void {
  let to = "";
  let content: string | undefined;
  socket.setEncoding("utf8").on("data", (data: string) => {
    if (content !== undefined) {
      content += data;
      if (!content.endsWith("\r\n.\r\n")) return;
      socket.write(`${take({ to, content })}\r\n`);
      content = undefined;
    } else if (data.startsWith("DATA")) {
      content = "";
      socket.write("354 go\r\n");
    } else if (data.startsWith("QUIT")) {
      socket.end("221 bye\r\n");
    } else {
      to = /^RCPT TO:<([^>]*)>/i.exec(data)?.[1] ?? to;
      socket.write("250 ok\r\n");
    }
  });
}
