import { ConnectorError } from "@galley/core/domain";
import type { NetworkAnswer } from "./network.ts";

/** Maximum size of a response that is not a file. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Maximum number of characters shown of a server's error message. */
const SHOWN_CHARACTERS = 300;

/** @throws ConnectorError if the response is larger than 16 MB. */
export async function textOf({ body }: Pick<NetworkAnswer, "body">): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of capped(body)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** @throws ConnectorError after more than 16 MB. */
export async function* capped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ConnectorError("FAILED", "The server's response is larger than 16 MB.");
    yield chunk;
  }
}

/** @throws ConnectorError with the server's response, unless the status is a success. */
export async function assertSuccess(answer: NetworkAnswer): Promise<void> {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const said = await textOf(answer).catch(() => "");
  const complaint = said.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS);
  const message = `The server responded with status ${status}${complaint === "" ? "." : `: ${complaint}`}`;
  if (status === 401 || status === 403) throw new ConnectorError("ACCESS_DENIED", message);
  throw new ConnectorError(status === 404 ? "NOT_FOUND" : "FAILED", message);
}

/** @throws ConnectorError if the response is not JSON. */
export async function jsonOf(answer: NetworkAnswer): Promise<unknown> {
  await assertSuccess(answer);
  try {
    return JSON.parse(await textOf(answer));
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause;
    throw new ConnectorError("FAILED", "The server's response is not JSON.", { cause });
  }
}
