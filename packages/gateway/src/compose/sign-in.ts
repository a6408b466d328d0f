import type { IncomingMessage, ServerResponse } from "node:http";
import type { Application, SecretBox } from "@galley/core/domain";
import type { RequestHandler } from "express";
import type { Config } from "../config/config.ts";
import type { ConnectorNetwork } from "../outbound/connector-network.ts";
import { createPolicyFetch } from "../outbound/policy-fetch.ts";
import { publicUrlFrom } from "../server/public-url.ts";
import { browserOf, type Browser } from "../sign-in/browser.ts";
import { createIdentityProvider } from "../sign-in/identity-provider.ts";
import { sessionOf } from "../sign-in/session-cookie.ts";
import { LOGIN, signInRouter } from "../sign-in/sign-in-router.ts";

/** Sign-in with a browser. */
export interface SignIn {
  readonly mount: { readonly path: string; readonly handler: RequestHandler };
  /**
   * The session secret of a request; undefined if it has none, or if the request may come from another site.
   */
  readonly sessionOf: (request: IncomingMessage) => string | undefined;
  readonly browserOf: (request: IncomingMessage, response: ServerResponse) => Browser;
  readonly signInOptions: { readonly openIdConnectPath: string | null };
}

interface SignInParts {
  readonly application: Application;
  /** Enforces the address policy. */
  readonly network: ConnectorNetwork;
  readonly secrets: SecretBox;
  readonly failed: (error: unknown) => void;
  readonly refused: () => void;
}

export function composeSignIn(
  { signIn, publicUrl: configured }: Config,
  { application, network, secrets, failed, refused }: SignInParts,
): SignIn {
  const publicUrl = publicUrlFrom(configured);
  const provider = signIn && createIdentityProvider(signIn, createPolicyFetch(network));
  const browser: SignIn["browserOf"] = (request, response) =>
    browserOf(request, response, { ownUrl: publicUrl(request), isConfigured: configured !== undefined });
  return {
    mount: {
      path: "/",
      handler: signInRouter({
        application,
        provider,
        secrets,
        publicUrl,
        browserOf: browser,
        failed,
        refused,
      }),
    },
    sessionOf: (request) => sessionOf(request, publicUrl(request)),
    browserOf: browser,
    signInOptions: { openIdConnectPath: provider ? LOGIN : null },
  };
}
