import { ConnectorError } from "@galley/core/domain";
import { followRedirects, MAX_REDIRECTS } from "../redirects.ts";
import { assertSuccess } from "./answers.ts";
import type { Network, NetworkAnswer } from "./network.ts";

export interface Following {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Throws where the one may not lead to the other. */
  readonly assertLeads: (from: URL, to: URL) => void;
}

/**
 * Gets what an address leads to, over at most five redirects, each under the address policy.
 *
 * @throws ConnectorError also when the last answer is no success.
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
        throw new ConnectorError("FAILED", "The address redirects to none of http or https.");
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

/** Some providers redirect to the content, at an address that needs no token and must not get one. */
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
