import { z } from "zod";
import { defineConnector, nameField, secretField, textField } from "../define-connector.ts";
import type { Network } from "../network.ts";
import { oauthFields } from "../tokens/oauth-fields.ts";
import { requestToken } from "../tokens/token-grant.ts";
import { openDrive } from "./graph-files.ts";

const siteField = z
  .string()
  .refine(
    (site) => site === "" || URL.parse(site)?.protocol === "https:",
    "expected a URL such as https://press.sharepoint.com/sites/texts, or blank",
  );

const common = {
  connectorName: nameField("SharePoint"),
  site_url: siteField.default("").meta({
    title: "Site URL",
    description: "Such as https://press.sharepoint.com/sites/texts; blank for OneDrive",
  }),
  drive_id: z.string().default("").meta({
    title: "Drive id",
    description: "Blank for the default drive of the site or user",
    format: "password",
  }),
};

const byConsent = z.strictObject({
  ...common,
  auth_type: z.literal("oauth").default("oauth"),
  ...oauthFields,
});

const byClient = z.strictObject({
  ...common,
  auth_type: z.literal("client_credentials"),
  client_id: textField("Client id"),
  tenant_id: textField("Tenant id"),
  client_secret: secretField("Client secret"),
  user_email: z.string().default("").meta({
    title: "E-mail address of a user",
    description: "Owner of the OneDrive; blank if a site is given",
  }),
});

type ClientSettings = z.output<typeof byClient>;
export type SharepointSettings = ClientSettings | z.output<typeof byConsent>;

/** A drive of a SharePoint site, or a user's OneDrive. */
export const sharepointConnector = defineConnector<SharepointSettings>({
  kind: {
    id: "sharepoint|c8f4a9e2-7b3d-4e5f-a1c6-9d8e7f6b5a4c",
    name: "SharePoint / OneDrive",
    description: "Files of a SharePoint site or a OneDrive",
    icon: "/icons/connector-icons/SharePoint.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: "azuread-tenant-oauth2",
  },
  listed: true,
  settings: (given) => (given["auth_type"] === "client_credentials" ? byClient : byConsent),
  settingsSchema: form(),
  place: () => undefined,
  async open(given, { network, endpoints }, { signal }) {
    const isByClient = given.auth_type === "client_credentials";
    const token = isByClient
      ? await clientToken(given, { network, login: endpoints.microsoft_login }, signal)
      : given.access_token;
    const owner = isByClient ? given.user_email : "";
    const { site_url: site, drive_id: drive } = given;
    return openDrive({ network, base: endpoints.microsoft_graph, token }, { site, drive, owner }, signal);
  },
});

/** Requests a token for the application itself: the client credentials flow of Microsoft identity platform 2.0. */
async function clientToken(
  { client_id, tenant_id, client_secret }: ClientSettings,
  { network, login }: { readonly network: Network; readonly login: string },
  signal: AbortSignal,
): Promise<string> {
  const url = `${login}/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`;
  const scope = "https://graph.microsoft.com/.default";
  const grant = { grant_type: "client_credentials", client_id, client_secret, scope };
  const refusal = "Microsoft rejected the client's credentials.";
  return (await requestToken({ url, grant, refusal }, network, signal)).access_token;
}

/** The fields that depend on the authentication method are nested under it, as forms expect. */
function form(): Readonly<Record<string, unknown>> {
  const { properties, ...rest } = z.toJSONSchema(byClient, { io: "input" });
  const { connectorName, site_url, drive_id, auth_type: _, ...credentials } = properties ?? {};
  const choice = (value: string): Readonly<Record<string, unknown>> => ({ enum: [value] });
  return {
    title: "SharePoint / OneDrive",
    type: rest.type,
    required: ["connectorName"],
    properties: {
      connectorName,
      site_url,
      drive_id,
      auth_type: {
        type: "string",
        title: "How to log in",
        enum: ["oauth", "client_credentials"],
        default: "oauth",
      },
    },
    dependencies: {
      auth_type: {
        oneOf: [
          { properties: { auth_type: choice("oauth") } },
          {
            properties: { auth_type: choice("client_credentials"), ...credentials },
            required: ["client_id", "tenant_id", "client_secret"],
          },
        ],
      },
    },
  };
}
