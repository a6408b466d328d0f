import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { boundPort } from "@galley/core/testing";

/** A web server for documents by URL, on the loopback interface, that records requests. */
export interface DocumentServer extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The requested paths, in order. */
  readonly asked: readonly string[];
}

export type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** @param host the address to listen on, in 127.0.0.0/8. */
export async function serveDocuments(
  pages: Readonly<Record<string, Page>>,
  host = "127.0.0.1",
): Promise<DocumentServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const page = pages[path];
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, host);
  await once(server, "listening");
  const port = boundPort(server);
  return {
    url: `http://${host}:${port}`,
    port,
    asked,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The whole of a document, with its length. */
export function documentPage(bytes: Uint8Array, mediaType = "application/pdf"): Page {
  return (_request, response) => response.setHeader("content-type", mediaType).end(bytes);
}

export function redirectPage(location: string): Page {
  return (_request, response) => response.writeHead(302, { location }).end();
}

/** Sends bytes without end, as fast as they are read. */
export const endlessPage: Page = (_request, response) => {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, " ")));
  };
  response.setHeader("content-type", "application/pdf").on("drain", more);
  response.write("%PDF-1.7\n");
  more();
};
