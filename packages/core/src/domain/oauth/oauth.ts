import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import type { SessionRecords, TokenRecords } from "../access/model/token-ports.ts";
import type { SessionLife } from "../access/sessions/session-member.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, SecretBox } from "../ports.ts";
import type { OAuthGrant } from "./oauth-grant.ts";
import { OAuthError, type OAuthClient, type OAuthProof, type OAuthRecords } from "./oauth-ports.ts";
import { expired, holding, placeOf } from "./grant-rules.ts";
import { credentialsOf } from "./oauth-credentials.ts";
import { assertBrowserOf } from "./signed-in-browser.ts";

/** How long credentials are kept for their connector. */
const LIFETIME_MS = 10 * 60 * 1000;

const CHANCE_BYTES = 32;

/**
 * OAuth for connectors: a member starts the flow, a browser completes it at the provider, and the member uses the
 * credentials.
 */
export interface OAuth {
  /**
   * @returns the key of the grant.
   * @throws DomainError `BAD_INPUT` (`field` is `backend`) if the backend is unknown or not configured.
   */
  begin(member: Member, backend: string): Promise<string>;
  /**
   * Redirects a browser to the provider.
   *
   * @throws DomainError `EXPIRED` if the key is unknown, was used, or is for another backend. If users sign in:
   * `UNAUTHENTICATED` if this browser has no session, `FORBIDDEN` if its user is not the member who started the flow.
   */
  leave(way: OAuthWay): Promise<Departure>;
  /**
   * Stores the credentials that the provider issued.
   *
   * @throws DomainError `EXPIRED`; `FORBIDDEN` if the callback comes from another browser; `BAD_INPUT` with the
   * provider's message.
   */
  complete(arrival: Arrival): Promise<void>;
  /** Deletes expired grants. */
  sweep(): Promise<void>;
}

export interface OAuthWay {
  readonly key: string;
  readonly backend: string;
  readonly redirectUri: string;
  /** The secret of the browser's session; undefined if it has none. */
  readonly session: string | undefined;
}

export interface Departure {
  /** The provider's consent screen. */
  readonly url: string;
  /** Set as a cookie that the browser sends with the callback. */
  readonly browserSecret: string;
}

export interface Arrival {
  readonly backend: string;
  readonly redirectUri: string;
  readonly callbackUrl: string;
  readonly state: string;
  readonly browserSecret: string | undefined;
}

export interface OAuthPorts extends SessionLife {
  readonly database: Database<OAuthRecords & SessionRecords & TokenRecords & UserRecords>;
  readonly secrets: SecretBox;
  readonly oauthClient: OAuthClient;
  /** Whether users sign in, so browsers can be told apart by their sessions. */
  readonly peopleSignIn: boolean;
}

export function createOAuth(ports: OAuthPorts): OAuth {
  return {
    begin: (member, backend) => begin(ports, member, backend),
    leave: (way) => leave(ports, way),
    complete: (arrival) => complete(ports, arrival),
    sweep: () =>
      ports.database.transaction(({ oauthGrants }) => oauthGrants.removeExpired(ports.environment.now())),
  };
}

async function begin(ports: OAuthPorts, member: Member, backend: string): Promise<string> {
  assertTier(member, "change");
  const { database, environment, oauthClient } = ports;
  const isConfigured = oauthClient.isConfigured(backend);
  if (isConfigured === undefined) {
    throw new DomainError("BAD_INPUT", "backend: unknown OAuth backend", { field: "backend" });
  }
  if (!isConfigured) {
    const message = `backend: the OAuth backend ${backend} is not configured; the operator sets its client in GALLEY_OAUTH_CLIENTS`;
    throw new DomainError("BAD_INPUT", message, { field: "backend" });
  }
  const { organizationId, userId } = member;
  const key = `oauth:${organizationId}|${userId ?? "service"}|${backend}|${environment.uuid()}`;
  const grant: OAuthGrant = {
    id: environment.uuid(),
    organizationId,
    userId,
    backend,
    keyDigest: digestOf(key),
    stateDigest: null,
    browserDigest: null,
    sealedProof: null,
    sealedCredentials: null,
    expiresAt: new Date(environment.now().getTime() + LIFETIME_MS),
  };
  await database.transaction(({ oauthGrants }) => oauthGrants.insert(grant));
  return key;
}

async function leave(
  ports: OAuthPorts,
  { key, backend, redirectUri, session }: OAuthWay,
): Promise<Departure> {
  const { database, secrets, oauthClient, peopleSignIn } = ports;
  const found = await database.records.oauthGrants.findByKey(digestOf(key));
  const grant = holding(ports, found, backend);
  if (peopleSignIn) await assertBrowserOf(ports, grant, session);
  const state = randomToken(ports);
  const browserSecret = randomToken(ports);
  const proof: OAuthProof = { codeVerifier: randomToken(ports), nonce: randomToken(ports) };
  const url = await translatingErrors(
    oauthClient.authorizationUrl(backend, { ...proof, state, redirectUri }),
  );
  await database.transaction(({ oauthGrants }) =>
    oauthGrants.update(grant.id, {
      stateDigest: digestOf(state),
      browserDigest: digestOf(browserSecret),
      sealedProof: secrets.seal(JSON.stringify(proof), placeOf(grant, "sealed_proof")),
      sealedCredentials: null,
    }),
  );
  return { url, browserSecret };
}

async function complete(ports: OAuthPorts, arrival: Arrival): Promise<void> {
  const { backend, state, redirectUri, callbackUrl } = arrival;
  const { grant, proof } = await arrived(ports, arrival);
  const tokens = await translatingErrors(
    ports.oauthClient.exchange(backend, callbackUrl, { ...proof, state, redirectUri }),
  );
  const credentials = credentialsOf(tokens, { provider: backend, now: ports.environment.now() });
  await ports.database.transaction(({ oauthGrants }) =>
    oauthGrants.update(grant.id, {
      sealedCredentials: ports.secrets.seal(
        JSON.stringify(credentials),
        placeOf(grant, "sealed_credentials"),
      ),
    }),
  );
}

/** A state is valid for one callback, whatever its outcome. */
async function arrived(
  ports: OAuthPorts,
  { backend, state, browserSecret }: Arrival,
): Promise<{ readonly grant: OAuthGrant; readonly proof: OAuthProof }> {
  return ports.database.transaction(async ({ oauthGrants }) => {
    const grant = holding(ports, await oauthGrants.lockByState(digestOf(state)), backend);
    if (grant.sealedProof === null) throw expired();
    if (browserSecret === undefined || digestOf(browserSecret) !== grant.browserDigest) {
      throw new DomainError(
        "FORBIDDEN",
        "This browser did not start the login. Start again in this browser.",
      );
    }
    await oauthGrants.update(grant.id, { stateDigest: null, browserDigest: null, sealedProof: null });
    const proof = proofSchema.parse(
      JSON.parse(ports.secrets.open(grant.sealedProof, placeOf(grant, "sealed_proof"))),
    );
    return { grant, proof };
  });
}

const proofSchema = z.object({ codeVerifier: z.string(), nonce: z.string() });

async function translatingErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof OAuthError)) throw cause;
    throw new DomainError(cause.refused ? "BAD_INPUT" : "UNAVAILABLE", cause.message, { cause });
  }
}

function randomToken({ environment }: Pick<OAuthPorts, "environment">): string {
  return Buffer.from(environment.randomBytes(CHANCE_BYTES)).toString("base64url");
}
