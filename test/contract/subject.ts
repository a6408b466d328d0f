import { startService } from "../support/service.ts";

/** The service under test. */
export interface Subject extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** A full access token of the organization. */
  readonly token: string;
  readonly organization: string;
}

/**
 * An external service is tested if its address and credentials are given; by default, this repository's is
 * started.
 */
export async function startSubject(): Promise<Subject> {
  const {
    GALLEY_CONTRACT_URL: url,
    GALLEY_CONTRACT_KEY: key = "",
    GALLEY_CONTRACT_TOKEN: token = "",
    GALLEY_CONTRACT_ORG: organization = "default",
  } = process.env;
  if (url !== undefined) return { url, key, token, organization, [Symbol.asyncDispose]: async () => {} };
  // Documents by URL and webhook targets are on this machine; connectors are made for folders below /usr.
  const service = await startService({
    env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", GALLEY_LOCAL_ROOTS: "/usr" },
  });
  return {
    url: service.url,
    key: service.serviceKey,
    token: service.accessToken,
    organization: "default",
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
