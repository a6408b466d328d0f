import { ConnectorError } from "@galley/core/domain";
import type { NetworkAnswer } from "./network.ts";

/** What is read of an answer that is no file. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What of a server's complaint is shown. */
const SHOWN_CHARACTERS = 300;

/** @throws ConnectorError when it is larger than 16 MB. */
export async function textOf({ body }: Pick<NetworkAnswer, "body">): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of capped(body)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** @throws ConnectorError when more than 16 MB come. */
export async function* capped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ConnectorError("FAILED", "The server's answer is too long.");
    yield chunk;
  }
}

/** @throws ConnectorError that says what the server answered, unless it is a success. */
export async function assertSuccess(answer: NetworkAnswer): Promise<void> {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const said = await textOf(answer).catch(() => "");
  const complaint = said.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS);
  const message = `The server answered with status ${status}${complaint === "" ? "." : `: ${complaint}`}`;
  if (status === 401 || status === 403) throw new ConnectorError("ACCESS_DENIED", message);
  throw new ConnectorError(status === 404 ? "NOT_FOUND" : "FAILED", message);
}

/** @throws ConnectorError when it is no JSON. */
export async function jsonOf(answer: NetworkAnswer): Promise<unknown> {
  await assertSuccess(answer);
  try {
    return JSON.parse(await textOf(answer));
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause;
    throw new ConnectorError("FAILED", "The server's answer is not JSON.", { cause });
  }
}
