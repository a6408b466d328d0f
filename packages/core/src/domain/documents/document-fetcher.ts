/** Fetches documents from URLs, within the operator's address policy. */
export interface DocumentFetcher {
  /** @throws FetchError if the URL is known to be disallowed without any network request. */
  check(url: string): void;
  /** @throws FetchError, also while the content is read, or the reason of the signal. */
  fetch(
    url: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<FetchedDocument>;
}

export interface FetchedDocument {
  /** As the server reports it; undefined if it does not. */
  readonly mediaType: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}
