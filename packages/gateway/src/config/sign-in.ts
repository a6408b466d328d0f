import { z } from "zod";
import { facts, httpUrl, matching, oneOf, wholeNumber, type ValuesOf } from "./variable.ts";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * 60;

/** Sign-in of people. */
export const signInVariables = {
  GALLEY_OIDC_ISSUER: httpUrl
    .optional()
    .register(facts, { meaning: "OpenID Connect provider for sign-in", unset: "none" }),
  GALLEY_OIDC_CLIENT_ID: z
    .string()
    .optional()
    .register(facts, { meaning: "client id at the provider", unset: "none" }),
  GALLEY_OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .register(facts, { meaning: "client secret at the provider", unset: "none", hide: "all" }),
  GALLEY_OIDC_MEMBER_DOMAIN: matching("a domain such as example.org", /^[a-z0-9.-]+$/i)
    .optional()
    .register(facts, {
      meaning: "e-mail domain whose users become members when they sign in",
      unset: "none",
    }),
  GALLEY_SIGN_IN_LINK: oneOf(["on", "off"]).prefault("on").register(facts, {
    meaning: "whether the start message has a sign-in link, unless there is an OpenID provider",
  }),
  GALLEY_SESSION_HOURS: wholeNumber(1, 8760)
    .prefault("12")
    .register(facts, { meaning: "session length in hours" }),
  GALLEY_SESSION_IDLE_MINUTES: wholeNumber(5, 525_600)
    .prefault("240")
    .register(facts, { meaning: "minutes without a request after which a session ends" }),
};

export interface SignInConfig {
  /** The identity provider; undefined if none is configured. */
  readonly signIn:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly clientSecret: string;
        readonly memberDomain: string | undefined;
      }
    | undefined;
  readonly sessionSeconds: number;
  /** Seconds without a request after which a session ends. */
  readonly sessionIdleSeconds: number;
  /** Whether the start message has a sign-in link. */
  readonly startLink: boolean;
}

export function signInConfig(environment: ValuesOf<typeof signInVariables>): SignInConfig {
  const { GALLEY_OIDC_ISSUER: issuer, GALLEY_OIDC_CLIENT_ID: clientId } = environment;
  const sessionSeconds = environment.GALLEY_SESSION_HOURS * HOUR_SECONDS;
  const sessionIdleSeconds = environment.GALLEY_SESSION_IDLE_MINUTES * MINUTE_SECONDS;
  if (!issuer || !clientId) {
    return {
      signIn: undefined,
      sessionSeconds,
      sessionIdleSeconds,
      startLink: environment.GALLEY_SIGN_IN_LINK === "on",
    };
  }
  return {
    sessionSeconds,
    sessionIdleSeconds,
    startLink: false,
    signIn: {
      issuer,
      clientId,
      clientSecret: environment.GALLEY_OIDC_CLIENT_SECRET ?? "",
      memberDomain: environment.GALLEY_OIDC_MEMBER_DOMAIN,
    },
  };
}
