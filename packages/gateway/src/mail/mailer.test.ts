import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { createMailer } from "./mailer.ts";

test("a message is sent to its recipient from the configured sender", async () => {
  await using server = await startMailServer("250 taken");
  const mailer = createMailer({ server: server.url, from: "Galley <galley@example.org>" });
  await mailer.send({ to: "ada@example.org", subject: "A pipeline is shared", text: "Look.\n" });
  const received = server.received();
  expect(received).toContain("MAIL FROM:<galley@example.org>");
  expect(received).toContain("RCPT TO:<ada@example.org>");
  expect(received).toContain("Subject: A pipeline is shared");
});

test("a message that the server rejects is an error", async () => {
  await using server = await startMailServer("550 no");
  const mailer = createMailer({ server: server.url, from: "galley@example.org" });
  await expect(mailer.send({ to: "ada@example.org", subject: "s", text: "t" })).rejects.toThrow("550");
});

interface MailServer extends AsyncDisposable {
  readonly url: string;
  received(): string;
}

/** Accepts any message; `verdict` is the reply to its content. */
async function startMailServer(verdict: string): Promise<MailServer> {
  let text = "";
  const server = createServer((socket) => {
    socket.write("220 test\r\n");
    socket.on("data", (data) => {
      text += data.toString();
      answer(socket, data.toString(), verdict);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => text,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

function answer(socket: Socket, data: string, verdict: string): void {
  if (data.startsWith("DATA")) socket.write("354 go\r\n");
  else if (data.startsWith("QUIT")) socket.end("221 bye\r\n");
  else if (data.endsWith("\r\n.\r\n")) socket.write(`${verdict}\r\n`);
  else if (/^(EHLO|MAIL|RCPT)/.test(data)) socket.write("250 ok\r\n");
}
