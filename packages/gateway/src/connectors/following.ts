import { ConnectorError } from "@galley/core/domain";
import { assertSuccess } from "./answers.ts";
import type { Network, NetworkAnswer } from "./network.ts";

const MAX_REDIRECTS = 5;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

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
  let url = from;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await network.request(url.href, { method: "GET", headers, signal });
    const { location } = answer.headers;
    if (location === undefined || !REDIRECTS.has(answer.status)) {
      await assertSuccess(answer);
      return answer;
    }
    await answer.body[Symbol.asyncIterator]().return?.();
    const to = URL.parse(location, url);
    if (to?.protocol !== "http:" && to?.protocol !== "https:") {
      throw new ConnectorError("FAILED", "The address redirects to none of http or https.");
    }
    assertLeads(url, to);
    url = to;
  }
  throw new ConnectorError("FAILED", `The address redirects more than ${MAX_REDIRECTS} times.`);
}
