/** The part of a browser that sign-in needs: it stores cookies and follows redirects one at a time. */
export class CookieBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Sends a request without following redirects; cookies are sent to the host that set them. */
  async send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=", 2);
      if (value === "" || /max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, set.slice(name.length + 1).split(";")[0] ?? "");
    }
    this.#cookies.set(host, jar);
    return answer;
  }

  /** Follows redirects up to another response, or up to an address for which `stopAt` is true. */
  async follow(start: string | URL, stopAt: (url: URL) => boolean = () => false): Promise<Landing> {
    let url = new URL(start);
    for (let hops = 0; hops < 20; hops += 1) {
      if (stopAt(url)) return { url, answer: undefined };
      const answer = await this.send(url);
      const location = answer.headers.get("location");
      if (location === null) return { url, answer };
      url = new URL(location, url);
    }
    throw new Error(`Redirects from ${String(start)} do not end.`);
  }

  cookie(url: string, name: string): string | undefined {
    return this.#cookies.get(new URL(url).host)?.get(name);
  }
}

export interface Landing {
  readonly url: URL;
  /** Undefined if the address was not requested. */
  readonly answer: Response | undefined;
}
