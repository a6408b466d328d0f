import { z } from "zod";

const registered = z.strictObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
const issuer = z.url({ protocol: /^https?$/ });

/**
 * The applications that are registered at providers, by the backends' names. A backend that is not there is not
 * configured. Issuers can be others than the providers' own, such as a national cloud's.
 */
export const oauthClientsSchema = z.strictObject({
  "google-oauth2": registered.extend({ issuer: issuer.default("https://accounts.google.com") }).optional(),
  /** Its issuer names the tenant: https://login.microsoftonline.com/{tenant}/v2.0 */
  "azuread-tenant-oauth2": registered.extend({ issuer }).optional(),
  dropbox: registered.optional(),
  box: registered.optional(),
  /** Any other provider of OpenID Connect. */
  oidc: registered.extend({ issuer, scope: z.string().default("openid email offline_access") }).optional(),
});

export type OAuthClients = z.output<typeof oauthClientsSchema>;

/** A provider, and what is asked of it. */
export type Provider = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** What is added to the request for consent. */
  readonly parameters: Readonly<Record<string, string>>;
} & (
  | { readonly kind: "discovered"; readonly issuer: string }
  /** One without a document of its own that says where what is. */
  | { readonly kind: "known"; readonly authorizationUrl: string; readonly tokenUrl: string }
);

/** What is asked of each backend, without who asks. */
const BACKENDS = {
  "google-oauth2": {
    kind: "discovered",
    scope: "openid email https://www.googleapis.com/auth/drive",
    // Without these Google gives a refresh token the first time only.
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

/** Every backend; undefined where nobody has configured it. */
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
