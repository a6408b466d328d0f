import { isAbsolute } from "node:path";
import { z } from "zod";
import { PROVIDER_ENDPOINTS, type ProviderEndpoints } from "../connectors/endpoints.ts";
import { kindOfPath } from "../files/kind-of-path.ts";
import { oauthClientsSchema, type OAuthClients } from "../oauth/providers.ts";
import { facts, oneOf, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

/** Limits of connectors and schedules. */
export const connectorVariables = {
  GALLEY_LOCAL_ROOTS: readAs("absolute paths of existing folders, separated by commas", existingFolders)
    .optional()
    .register(facts, { meaning: "local folders that connectors may use", unset: "none" }),
  GALLEY_S3_MACHINE_ROLE: oneOf(["on", "off"])
    .prefault("off")
    .register(facts, { meaning: "S3 connectors without a key use the AWS credentials of this machine" }),
  GALLEY_MIN_SCHEDULE_SECONDS: wholeNumber(60, 86_400)
    .prefault("1800")
    .register(facts, { meaning: "minimum seconds between two runs of a schedule" }),
  GALLEY_OAUTH_CLIENTS: readAs(
    'JSON such as {"google-oauth2":{"client_id":"…","client_secret":"…"}}',
    oauthClients,
  )
    .optional()
    .register(facts, {
      meaning: "this service's OAuth client registrations, for connectors",
      unset: "none",
      hide: "all",
    }),
  GALLEY_PROVIDER_ENDPOINTS: readAs('JSON such as {"google_drive":"https://…"}', providerEndpoints)
    .optional()
    .register(facts, {
      meaning: "alternative API addresses of providers, such as a national cloud's",
      unset: "the providers' own",
    }),
};

export interface ConnectorConfig {
  /** Local folders that connectors may use. */
  readonly localRoots: readonly string[];
  readonly s3MachineRole: boolean;
  /** Minimum number of seconds between two slots of a schedule. */
  readonly minimumScheduleSeconds: number;
  /** The service's registrations at OAuth providers. */
  readonly oauthClients: OAuthClients;
  readonly providerEndpoints: Partial<ProviderEndpoints>;
}

export function connectorConfig(environment: ValuesOf<typeof connectorVariables>): ConnectorConfig {
  return {
    localRoots: environment.GALLEY_LOCAL_ROOTS ?? [],
    s3MachineRole: environment.GALLEY_S3_MACHINE_ROLE === "on",
    minimumScheduleSeconds: environment.GALLEY_MIN_SCHEDULE_SECONDS,
    oauthClients: environment.GALLEY_OAUTH_CLIENTS ?? {},
    providerEndpoints: environment.GALLEY_PROVIDER_ENDPOINTS ?? {},
  };
}

/** Undefined if one of the paths is relative or no folder, such as several paths with another separator. */
function existingFolders(text: string): readonly string[] | undefined {
  const paths = text.split(",").map((path) => path.trim());
  return paths.every((path) => isAbsolute(path) && kindOfPath(path) === "folder") ? paths : undefined;
}

function oauthClients(text: string): OAuthClients | undefined {
  try {
    return oauthClientsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function providerEndpoints(text: string): Partial<ProviderEndpoints> | undefined {
  try {
    const given = z
      .partialRecord(z.enum(Object.keys(PROVIDER_ENDPOINTS)), z.url({ protocol: /^https?$/ }))
      .safeParse(JSON.parse(text));
    return given.data;
  } catch {
    return undefined;
  }
}
