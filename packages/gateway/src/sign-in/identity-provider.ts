import type { Identity } from "@galley/core/domain";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type CustomFetch,
} from "openid-client";

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** "" for a client without one. */
  readonly clientSecret: string;
}

/** The values that a sign-in in progress must present at its end. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Authenticates people with OpenID Connect: authorization code flow with PKCE. */
export interface IdentityProvider {
  /** Starts a sign-in and returns the URL to which the browser is redirected. */
  begin(redirectUri: string): Promise<{ readonly url: URL; readonly challenge: Challenge }>;
  /**
   * Returns the identity of the person who has signed in.
   *
   * @param returned the callback URL with its query.
   * @throws Error of the library if the response is not valid.
   */
  finish(returned: URL, challenge: Challenge): Promise<Identity>;
}

const SCOPE = "openid email profile";

/** @param fetch sends every request to the provider. */
export function createIdentityProvider(settings: ProviderSettings, fetch: CustomFetch): IdentityProvider {
  const configuration = remembered(() => discovered(settings, fetch));
  return {
    async begin(redirectUri) {
      const challenge = {
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
      };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await calculatePKCECodeChallenge(challenge.codeVerifier),
        code_challenge_method: "S256",
      });
      return { url, challenge };
    },

    async finish(returned, { state, nonce, codeVerifier }) {
      const provider = await configuration();
      const tokens = await authorizationCodeGrant(provider, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new TypeError("The provider sent no ID token.");
      // Some providers send the e-mail address only here.
      const profile = claims["email"]
        ? claims
        : await fetchUserInfo(provider, tokens.access_token, claims.sub);
      return identityOf(profile);
    },
  };
}

function identityOf(claims: Readonly<Record<string, unknown>>): Identity {
  const { email, email_verified: emailVerified, name } = claims;
  if (typeof email !== "string") throw new TypeError("The provider sent no e-mail address.");
  return {
    email,
    emailVerified: emailVerified === true,
    name: typeof name === "string" ? name : undefined,
  };
}

function discovered(
  { issuer, clientId, clientSecret }: ProviderSettings,
  fetch: CustomFetch,
): Promise<Configuration> {
  const authentication = clientSecret === "" ? None() : ClientSecretPost(clientSecret);
  return discovery(new URL(issuer), clientId, undefined, authentication, {
    [customFetch]: fetch,
    // The operator configures the issuer, so http is allowed.
    execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [],
  });
}

/** Caches the result; a failure is not cached. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}
