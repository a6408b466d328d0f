/** Gets documents from where their callers say they are, under the rules of whoever runs the service. */
export interface DocumentFetcher {
  /** @throws FetchError when it is known without asking the network that a URL is not going to be fetched. */
  check(url: string): void;
  /** @throws FetchError, also while the content is read. Or the reason of the signal. */
  fetch(
    url: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<FetchedDocument>;
}

export interface FetchedDocument {
  /** As its server calls it; undefined where it does not. */
  readonly mediaType: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}
