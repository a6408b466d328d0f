import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Member } from "../access/model/caller.ts";
import { ConnectorError, type ConnectorCatalogue } from "../connectors/connector-ports.ts";
import { openedSettings, sealedSettings } from "../connectors/connector-settings.ts";
import { NO_CONNECTORS } from "../connectors/no-connectors.ts";
import type { Connector } from "../connectors/connector.ts";
import type { ApplicationDatabase } from "../application.ts";
import { createMemoryDatabase } from "../testing/memory/memory-database.ts";
import { createMemoryEvents, createMemoryQueue } from "../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../testing/memory/records/memory-webhooks.ts";
import { aConnector } from "../testing/pipeline-records.ts";
import { anOrganization } from "../testing/records.ts";
import { createFreshSettings } from "./fresh-settings.ts";
import type { OAuthTokens } from "./oauth-grant.ts";
import { OAuthError, type OAuthClient } from "./oauth-ports.ts";
import { createOAuth, type OAuth } from "./oauth.ts";
import { takeOAuthCredentials } from "./take-credentials.ts";

const BACKEND = "google-oauth2";
const REDIRECT = "https://galley.example/oauth/complete/google-oauth2/";
const KIND = "gdrive|1";

const TOKENS: OAuthTokens = {
  accessToken: "access",
  refreshToken: "refresh",
  tokenType: "Bearer",
  expiresAt: new Date("2026-11-21T10:05:07Z"),
  uid: "person@example.org",
};

interface World {
  readonly oauth: OAuth;
  readonly take: (member: Member, key: string, backend: string) => Promise<unknown>;
  readonly member: Member;
  readonly database: ApplicationDatabase;
  readonly connector: (settings: Readonly<Record<string, string>>) => Promise<Connector>;
  readonly settings: (id: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly fresh: ReturnType<typeof createFreshSettings>;
  /** The number of token refreshes at the provider. */
  readonly refreshes: () => number;
  now: Date;
  refused: boolean;
}

async function world(): Promise<World> {
  const organization = anOrganization();
  const queue = createMemoryQueue();
  const database = createMemoryDatabase({ queue, announcements: createMemoryEvents().announcements });
  await database.transaction(({ organizations }) => organizations.insert(organization));
  const { secrets } = createMemoryWebhookPorts();
  let refreshes = 0;
  const oauthClient: OAuthClient = {
    isConfigured: (backend) => (backend === BACKEND ? true : backend === "box" ? false : undefined),
    authorizationUrl: async (_backend, { state, redirectUri }) =>
      `https://provider.example/?state=${state}&redirect_uri=${redirectUri}`,
    async exchange(_backend, callbackUrl) {
      if (callbackUrl.includes("error=")) throw new OAuthError("The person said no.", { refused: true });
      return TOKENS;
    },
    async refresh() {
      refreshes += 1;
      await new Promise((resolve) => void setTimeout(resolve, 5));
      if (made.refused) throw new OAuthError("The grant was withdrawn.", { refused: true });
      return { ...TOKENS, accessToken: `access ${refreshes}`, refreshToken: undefined, expiresAt: later() };
    },
  };
  const later = (): Date => new Date(made.now.getTime() + 3_600_000);
  const environment = { now: () => made.now, uuid: () => randomUUID(), randomBytes };
  const catalogue: ConnectorCatalogue = {
    ...NO_CONNECTORS,
    find: (id) => ({
      id,
      name: "Drive",
      description: "",
      icon: "",
      mode: "file_system",
      canRead: true,
      canWrite: true,
      oauthBackend: BACKEND,
      settingsSchema: {},
    }),
  };
  const made: World = {
    oauth: createOAuth({
      database,
      environment,
      sessionIdleSeconds: 3600,
      secrets,
      oauthClient,
      peopleSignIn: false,
    }),
    take: (member, key, backend) =>
      database.transaction((records) =>
        takeOAuthCredentials({ environment, secrets }, records, { member, key, backend }),
      ),
    member: {
      kind: "access_token",
      id: "token",
      organizationId: organization.id,
      tier: "read_write",
      userId: null,
      role: "manager",
    },
    database,
    async connector(settings) {
      const connector = aConnector(organization.id, { kindId: KIND });
      const sealed = { ...connector, sealedSettings: sealedSettings(secrets, connector, settings) };
      await database.transaction(({ connectors }) => connectors.insert(sealed));
      return sealed;
    },
    async settings(id) {
      const found = await database.records.connectors.find(id);
      return found ? openedSettings(secrets, found) : {};
    },
    fresh: createFreshSettings({ database, environment, secrets, catalogue, oauthClient }),
    refreshes: () => refreshes,
    now: new Date("2026-11-21T09:00:00Z"),
    refused: false,
  };
  return made;
}

interface Trip {
  readonly key: string;
  readonly state: string;
  readonly browserSecret: string;
}

async function gone({ oauth, member }: World): Promise<Trip> {
  const key = await oauth.begin(member, BACKEND);
  const { url, browserSecret } = await oauth.leave({
    key,
    backend: BACKEND,
    redirectUri: REDIRECT,
    session: undefined,
  });
  return { key, browserSecret, state: new URL(url).searchParams.get("state") ?? "" };
}

async function back(
  { oauth }: World,
  { state, browserSecret }: Omit<Trip, "key">,
  query = "",
): Promise<void> {
  const callbackUrl = `${REDIRECT}?state=${state}${query}`;
  await oauth.complete({ backend: BACKEND, redirectUri: REDIRECT, callbackUrl, state, browserSecret });
}

test("credentials come once, to whoever began", async () => {
  const made = await world();
  const trip = await gone(made);
  expect(trip.key).toMatch(/^oauth:[0-9a-f-]+\|service\|google-oauth2\|[0-9a-f-]{36}$/);
  await back(made, trip);
  const stranger = { ...made.member, userId: randomUUID() };
  await expect(made.take(stranger, trip.key, BACKEND)).rejects.toMatchObject({ code: "EXPIRED" });
  expect(await made.take(made.member, trip.key, BACKEND)).toEqual({
    access_token: "access",
    refresh_token: "refresh",
    token_type: "Bearer",
    auth_time: "1795251600",
    expires: "1795255507",
    refresh_after: "21/11/2026 10:04:07",
    provider: BACKEND,
    uid: "person@example.org",
  });
  await expect(made.take(made.member, trip.key, BACKEND)).rejects.toMatchObject({ code: "EXPIRED" });
});

test("a state is good for one return, of the browser that left", async () => {
  const made = await world();
  const trip = await gone(made);
  await expect(back(made, { ...trip, browserSecret: "another" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await back(made, trip);
  await expect(back(made, trip)).rejects.toMatchObject({ code: "EXPIRED" });
  await expect(back(made, { ...trip, state: "made up" })).rejects.toMatchObject({ code: "EXPIRED" });
});

test("a key is good for ten minutes, and for its backend only", async () => {
  const made = await world();
  const trip = await gone(made);
  await expect(
    made.oauth.leave({ key: trip.key, backend: "box", redirectUri: REDIRECT, session: undefined }),
  ).rejects.toMatchObject({ code: "EXPIRED" });
  await back(made, trip);
  made.now = new Date(made.now.getTime() + 600_000);
  await expect(made.take(made.member, trip.key, BACKEND)).rejects.toMatchObject({ code: "EXPIRED" });
});

test("a person who says no is told so, and there is nothing to take", async () => {
  const made = await world();
  const trip = await gone(made);
  await expect(back(made, trip, "&error=access_denied")).rejects.toMatchObject({ code: "BAD_INPUT" });
  await expect(made.take(made.member, trip.key, BACKEND)).rejects.toMatchObject({ code: "EXPIRED" });
});

test("a backend that is unknown or that nobody has configured cannot be used", async () => {
  const { oauth, member } = await world();
  await expect(oauth.begin(member, "nobody")).rejects.toMatchObject({ code: "BAD_INPUT", field: "backend" });
  await expect(oauth.begin(member, "box")).rejects.toMatchObject({
    code: "BAD_INPUT",
    message: expect.stringContaining("GALLEY_OAUTH_CLIENTS"),
  });
});

const STALE = { path: "root", access_token: "old", refresh_token: "refresh", expires: "1795251600" };

test("any number that ask at once cause one refresh, which keeps all else", async () => {
  const made = await world();
  const connector = await made.connector(STALE);
  const all = await Promise.all(Array.from({ length: 50 }, () => made.fresh.of(connector)));
  expect(new Set(all.map(({ access_token: token }) => token))).toEqual(new Set(["access 1"]));
  expect(made.refreshes()).toBe(1);
  expect(await made.settings(connector.id)).toMatchObject({
    path: "root",
    access_token: "access 1",
    refresh_token: "refresh",
  });
  // A stale record still gets what another process has refreshed.
  await made.fresh.of(connector);
  expect(made.refreshes()).toBe(1);
});

test("a token that is good for a while is left alone", async () => {
  const made = await world();
  const settings = { ...STALE, expires: "1795255200" };
  expect(await made.fresh.of(await made.connector(settings))).toEqual(settings);
  expect(made.refreshes()).toBe(0);
});

test("a refresh that is refused marks the connector", async () => {
  const made = await world();
  made.refused = true;
  const connector = await made.connector(STALE);
  await expect(made.fresh.of(connector)).rejects.toThrow(ConnectorError);
  expect(await made.database.records.connectors.find(connector.id)).toMatchObject({
    reauthenticateSince: made.now,
  });
});
