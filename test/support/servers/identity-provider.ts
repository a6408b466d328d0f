import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { boundPort } from "@galley/core/testing";
import { Provider } from "oidc-provider";

export const CLIENT = { id: "galley", secret: "secret-of-the-client-0123456789" } as const;

/** A user at the provider; the account name is the e-mail address. */
export interface ProviderAccount {
  readonly email: string;
  readonly verified: boolean;
}

/** A real OpenID provider on loopback, with its own sign-in forms. */
export interface TestIdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Registers the redirect URI of a service. */
  register(redirectUri: string): void;
}

export async function startIdentityProvider(
  accounts: readonly ProviderAccount[],
): Promise<TestIdentityProvider> {
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${boundPort(server)}`;
  return {
    issuer,
    register(redirectUri) {
      const answer = providerFor({ issuer, redirectUri, accounts }).callback();
      handle = (request, response) => void answer(request, response);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function providerFor(facts: {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly accounts: readonly ProviderAccount[];
}): Provider {
  return new Provider(facts.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [facts.redirectUri],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key for the cookies of a test"] },
    findAccount: (_context, id) => {
      const account = facts.accounts.find(({ email }) => email === id);
      return {
        accountId: id,
        claims: () => ({ sub: id, email: id, email_verified: account?.verified ?? false, name: "Ada" }),
      };
    },
  });
}
