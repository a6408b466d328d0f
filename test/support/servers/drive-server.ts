import { createServer } from "node:http";
import { once } from "node:events";
import { boundPort } from "@galley/core/testing";

/** Google Drive, as far as a connection test needs it. */
export interface Drive extends AsyncDisposable {
  readonly url: string;
  /** The tokens it received. */
  readonly tokens: string[];
}

export async function startDrive(): Promise<Drive> {
  const tokens: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    tokens.push(headers.authorization ?? "");
    response.end(url.startsWith("/drive/v3/about") ? '{"user":{}}' : '{"files":[]}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${boundPort(server)}`,
    tokens,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
