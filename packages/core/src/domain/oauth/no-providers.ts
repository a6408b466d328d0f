import { OAuthError, type OAuthClient } from "./oauth-ports.ts";

function notConfigured(): Promise<never> {
  return Promise.reject(new OAuthError("No OAuth provider is configured.", { refused: true }));
}

/** For an application without providers. */
export const NO_PROVIDERS: OAuthClient = {
  isConfigured: () => undefined,
  authorizationUrl: notConfigured,
  exchange: notConfigured,
  refresh: notConfigured,
};
