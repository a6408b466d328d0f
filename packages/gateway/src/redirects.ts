export const MAX_REDIRECTS = 5;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How a caller sends requests and reads responses. */
interface Requests<Answer> {
  readonly send: (url: URL) => Promise<Answer>;
  readonly factsOf: (answer: Answer) => { readonly status: number; readonly location: string | undefined };
  /** Throws if the location may not be followed. */
  readonly targetOf: (location: string, from: URL) => URL;
  /** Closes a response whose body is not read. */
  readonly discard: (answer: Answer) => void | Promise<void>;
  readonly tooMany: () => Error;
}

/** Follows at most `MAX_REDIRECTS` redirects and returns the first other response with its URL. */
export async function followRedirects<Answer>(
  from: URL,
  { send, factsOf, targetOf, discard, tooMany }: Requests<Answer>,
): Promise<{ readonly url: URL; readonly answer: Answer }> {
  let url = from;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await send(url);
    const { status, location } = factsOf(answer);
    if (location === undefined || !REDIRECTS.has(status)) return { url, answer };
    await discard(answer);
    url = targetOf(location, url);
  }
  throw tooMany();
}
