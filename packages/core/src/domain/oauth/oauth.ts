import { z } from "zod";
import type { Member } from "../access/caller.ts";
import { assertTier } from "../access/policy.ts";
import { digestOf } from "../access/secret-digest.ts";
import type { SessionRecords } from "../access/token-ports.ts";
import type { UserRecords } from "../access/user-ports.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { OAuthGrant } from "./oauth-grant.ts";
import { OAuthError, type OAuthClient, type OAuthProof, type OAuthRecords } from "./oauth-ports.ts";
import { expired, holding, placeOf } from "./grant-rules.ts";
import { credentialsOf } from "./oauth-credentials.ts";
import { assertBrowserOf } from "./signed-in-browser.ts";

/** Credentials wait this long for the connector that they are for. */
const LIFETIME_MS = 10 * 60 * 1000;

const CHANCE_BYTES = 32;

/** How a connector gets credentials from a provider: a member begins, a browser goes there, the member takes them. */
export interface OAuth {
  /**
   * @returns the key of the grant.
   * @throws DomainError `BAD_INPUT` when there is no such backend, `UNAVAILABLE` (`field` is `backend`) when it is not configured.
   */
  begin(member: Member, backend: string): Promise<string>;
  /**
   * Sends a browser on its way.
   *
   * @throws DomainError `EXPIRED` when the key is unknown, was used, or is for another backend; where people sign in,
   *   `UNAUTHENTICATED` when nobody has in this browser, and `FORBIDDEN` when it was not the member who began.
   */
  leave(way: OAuthWay): Promise<Departure>;
  /**
   * Takes what the provider gave.
   *
   * @throws DomainError `EXPIRED`, `FORBIDDEN` when another browser comes back, `BAD_INPUT` in the provider's words.
   */
  complete(arrival: Arrival): Promise<void>;
  /** Forgets grants that nobody took. */
  sweep(): Promise<void>;
}

export interface OAuthWay {
  readonly key: string;
  readonly backend: string;
  readonly redirectUri: string;
  /** The secret of the browser's session; undefined where it has none. */
  readonly session: string | undefined;
}

export interface Departure {
  /** The provider's page of consent. */
  readonly url: string;
  /** What the browser keeps and shows when it comes back. */
  readonly browserSecret: string;
}

export interface Arrival {
  readonly backend: string;
  readonly redirectUri: string;
  readonly callbackUrl: string;
  readonly state: string;
  readonly browserSecret: string | undefined;
}

export interface OAuthPorts {
  readonly database: Database<OAuthRecords & SessionRecords & UserRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly oauthClient: OAuthClient;
  /** Whether people have sessions, and browsers can be told apart by them. */
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
    throw new DomainError("BAD_INPUT", "backend: there is no such OAuth backend", { field: "backend" });
  }
  if (!isConfigured) {
    throw new DomainError(
      "UNAVAILABLE",
      `backend: nobody has configured the OAuth backend ${backend} of this service`,
      { field: "backend" },
    );
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
  const state = chance(ports);
  const browserSecret = chance(ports);
  const proof: OAuthProof = { codeVerifier: chance(ports), nonce: chance(ports) };
  const url = await told(oauthClient.authorizationUrl(backend, { ...proof, state, redirectUri }));
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
  const tokens = await told(
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

/** A state is good for one return, whatever becomes of it. */
async function arrived(
  ports: OAuthPorts,
  { backend, state, browserSecret }: Arrival,
): Promise<{ readonly grant: OAuthGrant; readonly proof: OAuthProof }> {
  return ports.database.transaction(async ({ oauthGrants }) => {
    const grant = holding(ports, await oauthGrants.lockByState(digestOf(state)), backend);
    if (grant.sealedProof === null) throw expired();
    if (browserSecret === undefined || digestOf(browserSecret) !== grant.browserDigest) {
      throw new DomainError("FORBIDDEN", "This is not the browser that went to the provider.");
    }
    await oauthGrants.update(grant.id, { stateDigest: null, browserDigest: null, sealedProof: null });
    const proof = proofSchema.parse(
      JSON.parse(ports.secrets.open(grant.sealedProof, placeOf(grant, "sealed_proof"))),
    );
    return { grant, proof };
  });
}

const proofSchema = z.object({ codeVerifier: z.string(), nonce: z.string() });

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof OAuthError)) throw cause;
    throw new DomainError(cause.refused ? "BAD_INPUT" : "UNAVAILABLE", cause.message, { cause });
  }
}

function chance({ environment }: Pick<OAuthPorts, "environment">): string {
  return Buffer.from(environment.randomBytes(CHANCE_BYTES)).toString("base64url");
}
