/** How people sign in, as the configuration has it. */
export interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly memberDomain: string | undefined;
  readonly sessionSeconds: number;
}

interface SignInVariables {
  readonly GALLEY_OIDC_ISSUER?: string | undefined;
  readonly GALLEY_OIDC_CLIENT_ID?: string | undefined;
  readonly GALLEY_OIDC_CLIENT_SECRET?: string | undefined;
  readonly GALLEY_OIDC_MEMBER_DOMAIN?: string | undefined;
}

/** Undefined where people do not sign in. */
export function signInOf(variables: SignInVariables, sessionSeconds: number): SignInConfig | undefined {
  const { GALLEY_OIDC_ISSUER: issuer, GALLEY_OIDC_CLIENT_ID: clientId } = variables;
  if (!issuer || !clientId) return undefined;
  const clientSecret = variables.GALLEY_OIDC_CLIENT_SECRET ?? "";
  return {
    issuer,
    clientId,
    clientSecret,
    memberDomain: variables.GALLEY_OIDC_MEMBER_DOMAIN,
    sessionSeconds,
  };
}
