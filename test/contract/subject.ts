import { startService } from "../support/service.ts";

/** The service that is held to the contract. */
export interface Subject extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
}

/** Any service may be named by its address and a key; without one, this repository's is started. */
export async function startSubject(): Promise<Subject> {
  const { GALLEY_CONTRACT_URL: url, GALLEY_CONTRACT_KEY: key = "" } = process.env;
  if (url !== undefined) return { url, key, [Symbol.asyncDispose]: async () => {} };
  // Documents by URL and webhooks are on this machine.
  const service = await startService({ env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  return {
    url: service.url,
    key: service.serviceKey,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
