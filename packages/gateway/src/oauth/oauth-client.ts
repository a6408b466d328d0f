import { OAuthError, type OAuthClient, type OAuthTokens } from "@galley/core/domain";
import * as oidc from "openid-client";
import { providersOf, type OAuthClients, type Provider } from "./providers.ts";

/** An OAuth 2 client with PKCE and, if the provider supports it, OpenID Connect. */
export function createOAuthClient(clients: OAuthClients, fetch: oidc.CustomFetch): OAuthClient {
  const providers = providersOf(clients);
  /** Discovery documents by backend; a failed request is not cached. */
  const found = new Map<string, Promise<oidc.Configuration>>();
  const providerOf = (backend: string): Provider => {
    const provider = providers.get(backend);
    if (provider) return provider;
    throw new OAuthError(`The OAuth backend ${backend} is not configured.`, { refused: true });
  };
  const configurationOf = (backend: string): Promise<oidc.Configuration> => {
    const known = found.get(backend);
    if (known) return known;
    const looked = configuration(providerOf(backend), fetch);
    found.set(backend, looked);
    looked.catch(() => found.delete(backend));
    return looked;
  };
  return {
    isConfigured: (backend) => (providers.has(backend) ? providers.get(backend) !== undefined : undefined),

    authorizationUrl: (backend, { state, nonce, codeVerifier, redirectUri }) =>
      translated(async () => {
        const { scope, parameters, kind } = providerOf(backend);
        const url = oidc.buildAuthorizationUrl(await configurationOf(backend), {
          ...parameters,
          ...(scope !== "" && { scope }),
          ...(kind === "discovered" && { nonce }),
          state,
          redirect_uri: redirectUri,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        });
        return url.href;
      }),

    exchange: (backend, callbackUrl, { state, nonce, codeVerifier }) =>
      translated(async () => {
        const { kind } = providerOf(backend);
        const answer = await oidc.authorizationCodeGrant(
          await configurationOf(backend),
          new URL(callbackUrl),
          {
            expectedState: state,
            pkceCodeVerifier: codeVerifier,
            ...(kind === "discovered" && { expectedNonce: nonce, idTokenExpected: true }),
          },
        );
        return tokensOf(answer);
      }),

    refresh: (backend, refreshToken) =>
      translated(async () =>
        tokensOf(await oidc.refreshTokenGrant(await configurationOf(backend), refreshToken)),
      ),
  };
}

async function configuration(provider: Provider, fetch: oidc.CustomFetch): Promise<oidc.Configuration> {
  const { clientId, clientSecret } = provider;
  if (provider.kind === "discovered") {
    const issuer = new URL(provider.issuer);
    return oidc.discovery(issuer, clientId, clientSecret, undefined, {
      [oidc.customFetch]: fetch,
      // The address policy decides which addresses are allowed; an internal provider may have no certificate.
      ...(issuer.protocol === "http:" && { execute: [oidc.allowInsecureRequests] }),
    });
  }
  const { authorizationUrl, tokenUrl } = provider;
  const known = new oidc.Configuration(
    {
      issuer: new URL(authorizationUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
    },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
  );
  known[oidc.customFetch] = fetch;
  return known;
}

function tokensOf(answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): OAuthTokens {
  const seconds = answer.expiresIn();
  const claims = answer.claims();
  const email = claims?.["email"];
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    tokenType: answer.token_type,
    expiresAt: seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000),
    uid: typeof email === "string" ? email : claims?.sub,
  };
}

/** Distinguishes a rejection by the provider from a provider that cannot be reached. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OAuthError) throw cause;
    throw new OAuthError(messageOf(cause), { refused: isRefusal(cause), cause });
  }
}

function isRefusal(cause: unknown): boolean {
  if (cause instanceof oidc.ResponseBodyError) return cause.status < 500;
  return cause instanceof oidc.AuthorizationResponseError || cause instanceof oidc.ClientError;
}

function messageOf(cause: unknown): string {
  if (cause instanceof oidc.ResponseBodyError || cause instanceof oidc.AuthorizationResponseError) {
    return `The provider rejected the request: ${cause.error_description ?? cause.error}`;
  }
  return cause instanceof oidc.ClientError
    ? `The provider's response is not valid: ${cause.message}`
    : "The provider does not respond.";
}
