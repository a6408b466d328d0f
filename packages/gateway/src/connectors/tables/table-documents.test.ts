import { expect, test } from "vitest";
import { startApiServer } from "../testing/apis/api-server.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { createDocumentSource, type DocumentSession } from "./table-documents.ts";

const DIALECT = {
  quoted: (name: string) => `"${name}"`,
  parameter: (number: number) => `$${number}`,
  asText: (expression: string) => expression,
  begin: "begin",
};

/** The document at the URL in a row. */
async function documentAt(url: string): Promise<string> {
  const session: DocumentSession = { async *stream() {}, query: async () => [{ url }] };
  const place = { table: "t", keyColumn: "k", document: { column: "u", holds: "url" } } as const;
  const source = createDocumentSource(DIALECT, session, loopbackDependencies().network)(place);
  const parts: Uint8Array[] = [];
  for await (const part of source.read("1", new AbortController().signal)) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** `/3` redirects over `/2` and `/1` to `/0`, the document. */
function redirectingServer(to: (left: number) => string): ReturnType<typeof startApiServer> {
  return startApiServer(({ url }) => {
    const left = Number(url.pathname.slice(1));
    return left === 0 ? { body: "document" } : { status: 302, headers: { location: to(left - 1) } };
  });
}

test("five redirects of a URL in a row are followed, a sixth is not", async () => {
  await using server = await redirectingServer((left) => `/${left}`);
  expect(await documentAt(`${server.url}/5`)).toBe("document");
  await expect(documentAt(`${server.url}/6`)).rejects.toMatchObject({
    message: "The address redirects more than 5 times.",
  });
});

test.each([
  ["http://169.254.169.254/", "REFUSED_ADDRESS"],
  ["file:///etc/passwd", "FAILED"],
  ["http://[", "FAILED"],
])("a redirect to %s is rejected", async (to, code) => {
  await using server = await redirectingServer(() => to);
  await expect(documentAt(`${server.url}/1`)).rejects.toMatchObject({ code });
});
