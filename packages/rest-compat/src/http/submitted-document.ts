import { MAX_DOCUMENT_PASSWORD_LENGTH, NAMELESS_DOCUMENT, type Submission } from "@galley/core/domain";
import { z } from "zod";
import { bytesOf } from "./body-bytes.ts";
import type { Call } from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { flag, label, text, word } from "./parameters.ts";

type Body = Call<unknown>["body"];
type Document = Submission["document"];

/** The parameters of both versions that locate the document. */
export const documentParameters = z.object({
  url_in_post: flag(z.boolean().default(false)),
  /** Deprecated but still sent by clients: used if the body is empty. */
  url: word(z.string().optional()),
  file_name: label(z.string().max(255).optional()),
  /** For clients that cannot set a header. URLs are logged by proxies, so the header is preferred. */
  document_password: text(z.string().max(MAX_DOCUMENT_PASSWORD_LENGTH).optional()),
});

const MAX_URL_BYTES = 8192;

/**
 * The document of a submission: the body, or a URL to fetch it from.
 *
 * @throws Refusal if the body should be a URL and is not.
 */
export async function submittedDocument(
  { url_in_post, url, file_name: name }: z.output<typeof documentParameters>,
  body: Body,
): Promise<Document> {
  if (url_in_post) return { url: (await urlIn(body)) ?? url ?? refuseEmpty(), name };
  if (url === undefined) return { ...body, name: name ?? NAMELESS_DOCUMENT };
  const peeked = await peek(body);
  return peeked === "empty" ? { url, name } : { ...peeked, name: name ?? NAMELESS_DOCUMENT };
}

/** The URL in a body; undefined if the body is blank. */
async function urlIn({ content, declaredBytes = 0 }: Body): Promise<string | undefined> {
  const tooLong = new Refusal(400, `url_in_post: the body must be a URL of at most ${MAX_URL_BYTES} bytes`);
  if (declaredBytes > MAX_URL_BYTES) throw tooLong;
  const bytes = await bytesOf(content, { maxBytes: MAX_URL_BYTES, orElse: tooLong });
  const url = bytes.toString().trim();
  // URL parsers remove line breaks: two URLs would become one that nobody wrote.
  if (/[\r\n]/.test(url) && URL.canParse(url))
    throw new Refusal(400, "url_in_post: the body must be one URL on one line");
  return url || undefined;
}

function refuseEmpty(): never {
  throw new Refusal(400, "url_in_post: the body must be a URL; it is empty");
}

/** Without a declared length, only reading shows whether a body is empty. */
async function peek({ content, declaredBytes }: Body): Promise<Body | "empty"> {
  if (declaredBytes !== undefined) return declaredBytes === 0 ? "empty" : { content, declaredBytes };
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  return first.done ? "empty" : { content: followedBy(first.value, chunks), declaredBytes };
}

async function* followedBy(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
