import { DomainError } from "../domain-error.ts";
import type { DocumentFetcher } from "./document-fetcher.ts";
import type { DocumentSource } from "./document-file.ts";
import { FetchError } from "./fetch-error.ts";

/** In bytes. */
const MAX_URL_LENGTH = 8192;

/**
 * The URL to fetch a document from, and the document's name.
 *
 * @throws DomainError `BAD_INPUT` if the URL is invalid on its face.
 */
export function documentSource(
  fetcher: DocumentFetcher,
  { url, name }: { readonly url: string; readonly name?: string | undefined },
): DocumentSource {
  if (Buffer.byteLength(url) > MAX_URL_LENGTH) {
    throw new DomainError("BAD_INPUT", `The URL is longer than ${MAX_URL_LENGTH} bytes.`, { field: "url" });
  }
  try {
    fetcher.check(url);
  } catch (cause) {
    if (!(cause instanceof FetchError)) throw cause;
    throw new DomainError("BAD_INPUT", cause.message, { cause, field: "url" });
  }
  return { url, name: name ?? nameIn(url) };
}

/** The last part of the path, or else the host. */
function nameIn(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast((part) => part !== "");
  return last === undefined ? hostname : decoded(last);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
