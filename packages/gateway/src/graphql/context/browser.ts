import { DomainError, type SignedIn, type Visitor } from "@galley/core/domain";

/** The browser of a request, which keeps its session in a cookie. */
export interface Browser {
  readonly visitor: Visitor;
  /** The service's address as the browser knows it, without a trailing slash. */
  readonly ownUrl: string;
  /** The site that passkeys belong to; undefined if its address is not certain. */
  readonly passkeyUrl: string | undefined;
  /** Whether the request comes from a page of another site. */
  readonly isForeign: boolean;
  /** Stores the session in the browser. */
  keep(signedIn: SignedIn): void;
  /** Removes the session from the browser. */
  forget(): void;
}

/**
 * The browser that signs in or out.
 *
 * @throws DomainError `FORBIDDEN` if the request comes from another site, which could sign a person in as somebody else.
 */
export function ownBrowser({ browser }: { readonly browser: Browser | undefined }): Browser {
  if (browser && !browser.isForeign) return browser;
  throw new DomainError("FORBIDDEN", "Sign in from a page of this service, not from another site.");
}
