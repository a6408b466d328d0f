import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { boundPort } from "@galley/core/testing";

/** A proxy in front of an HTTP server that lets a test interfere with requests, by method and path. */
export interface HttpGate extends AsyncDisposable {
  readonly port: number;
  /** Called before each request is forwarded; "break" closes the connection during the response body. */
  onRequest: (method: string, path: string) => Promise<"pass" | "break">;
}

export async function startHttpGate(target: number): Promise<HttpGate> {
  const gate: Pick<HttpGate, "onRequest"> = { onRequest: async () => "pass" };
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    void gate
      .onRequest(method, decodeURIComponent(url.split("?")[0] ?? ""))
      .then((verdict) => passOn(target, { incoming, outgoing, breaks: verdict === "break" }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(gate, {
    port: boundPort(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  });
}

function passOn(
  target: number,
  {
    incoming,
    outgoing,
    breaks,
  }: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse; readonly breaks: boolean },
): void {
  const { method, url, headers } = incoming;
  const further = request({ host: "127.0.0.1", port: target, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    if (!breaks) {
      answer.pipe(outgoing);
      return;
    }
    answer.once("data", (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.destroy());
    });
  });
  further.on("error", () => outgoing.destroy());
  incoming.pipe(further);
}
