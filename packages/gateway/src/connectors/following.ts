import { ConnectorError } from "@galley/core/domain";
import { followRedirects, MAX_REDIRECTS } from "../redirects.ts";
import { assertSuccess } from "./answers.ts";
import type { Network, NetworkAnswer } from "./network.ts";

export interface Following {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Throws if a redirect from the first URL to the second is not allowed. */
  readonly assertLeads: (from: URL, to: URL) => void;
}

/**
 * Follows at most five redirects, each under the address policy, and returns the last response.
 *
 * @throws ConnectorError also if the last response is not a success.
 */
export async function getFollowing(
  network: Network,
  from: URL,
  { headers = {}, signal, assertLeads }: Following,
): Promise<NetworkAnswer> {
  const { answer } = await followRedirects<NetworkAnswer>(from, {
    send: (url) => network.request(url.href, { method: "GET", headers, signal }),
    factsOf: ({ status, headers: { location } }) => ({ status, location }),
    targetOf(location, url) {
      const to = URL.parse(location, url);
      if (to?.protocol !== "http:" && to?.protocol !== "https:") {
        throw new ConnectorError("FAILED", "The redirect target is not an http or https URL.");
      }
      assertLeads(url, to);
      return to;
    },
    discard: async ({ body }) => void (await body[Symbol.asyncIterator]().return?.()),
    tooMany: () => new ConnectorError("FAILED", `The address redirects more than ${MAX_REDIRECTS} times.`),
  });
  await assertSuccess(answer);
  return answer;
}

/** Some providers redirect to the content, at a URL that needs no token and must not receive one. */
export async function contentElsewhere(
  network: Network,
  answer: NetworkAnswer,
  signal: AbortSignal,
): Promise<NetworkAnswer> {
  if (answer.status !== 302) return answer;
  await answer.body[Symbol.asyncIterator]().return?.();
  const { location = "" } = answer.headers;
  return network.request(location, { method: "GET", signal });
}
