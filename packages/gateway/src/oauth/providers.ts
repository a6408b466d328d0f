import { z } from "zod";

const registered = z.strictObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
const issuer = z.url({ protocol: /^https?$/ });

/**
 * The OAuth clients that are registered at providers, by backend name. A missing backend is not configured.
 * The issuer can be overridden, for example for a national cloud.
 */
export const oauthClientsSchema = z.strictObject({
  "google-oauth2": registered.extend({ issuer: issuer.default("https://accounts.google.com") }).optional(),
  /** The issuer names the tenant: https://login.microsoftonline.com/{tenant}/v2.0 */
  "azuread-tenant-oauth2": registered.extend({ issuer }).optional(),
  dropbox: registered.optional(),
  box: registered.optional(),
  /** Any other OpenID Connect provider. */
  oidc: registered.extend({ issuer, scope: z.string().default("openid email offline_access") }).optional(),
});

export type OAuthClients = z.output<typeof oauthClientsSchema>;

/** A provider and the request parameters for it. */
export type Provider = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Extra parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
} & (
  | { readonly kind: "discovered"; readonly issuer: string }
  /** A provider without a discovery document. */
  | { readonly kind: "known"; readonly authorizationUrl: string; readonly tokenUrl: string }
);

/** The parameters of each backend, without the client credentials. */
const BACKENDS = {
  "google-oauth2": {
    kind: "discovered",
    scope: "openid email https://www.googleapis.com/auth/drive",
    // Otherwise Google returns a refresh token only the first time.
    parameters: { access_type: "offline", prompt: "consent" },
  },
  "azuread-tenant-oauth2": {
    kind: "discovered",
    scope:
      "openid email offline_access https://graph.microsoft.com/Files.ReadWrite.All https://graph.microsoft.com/Sites.ReadWrite.All",
    parameters: {},
  },
  dropbox: {
    kind: "known",
    authorizationUrl: "https://www.dropbox.com/oauth2/authorize",
    tokenUrl: "https://api.dropboxapi.com/oauth2/token",
    scope: "files.metadata.read files.content.read files.content.write",
    parameters: { token_access_type: "offline" },
  },
  box: {
    kind: "known",
    authorizationUrl: "https://account.box.com/api/oauth2/authorize",
    tokenUrl: "https://api.box.com/oauth2/token",
    scope: "",
    parameters: {},
  },
  oidc: { kind: "discovered", scope: "", parameters: { prompt: "consent" } },
} as const;

/** Every backend; undefined if it is not configured. */
export function providersOf(clients: OAuthClients): ReadonlyMap<string, Provider | undefined> {
  const { "google-oauth2": google, "azuread-tenant-oauth2": azuread, dropbox, box, oidc } = clients;
  return new Map<string, Provider | undefined>([
    ["google-oauth2", google && { ...BACKENDS["google-oauth2"], ...clientOf(google), issuer: google.issuer }],
    [
      "azuread-tenant-oauth2",
      azuread && { ...BACKENDS["azuread-tenant-oauth2"], ...clientOf(azuread), issuer: azuread.issuer },
    ],
    ["dropbox", dropbox && { ...BACKENDS.dropbox, ...clientOf(dropbox) }],
    ["box", box && { ...BACKENDS.box, ...clientOf(box) }],
    ["oidc", oidc && { ...BACKENDS.oidc, ...clientOf(oidc), issuer: oidc.issuer, scope: oidc.scope }],
  ]);
}

function clientOf({
  client_id: clientId,
  client_secret: clientSecret,
}: z.output<typeof registered>): Pick<Provider, "clientId" | "clientSecret"> {
  return { clientId, clientSecret };
}
