import { z } from "zod";
import { defineConnector, formOf, nameField, secretField } from "../define-connector.ts";
import { oauthFields } from "../tokens/oauth-fields.ts";
import { openDropbox } from "./dropbox-files.ts";

const form = z.strictObject({
  connectorName: nameField("Dropbox"),
  token: secretField("Token", "An access token of your own Dropbox app"),
});

/** The fields that the OAuth consent returned. */
const byConsent = z.strictObject({ connectorName: nameField("Dropbox"), ...oauthFields });

type DropboxSettings = z.output<typeof form> | z.output<typeof byConsent>;

export const dropboxConnector = defineConnector<DropboxSettings>({
  kind: {
    id: "dropbox|db6bf4a6-f892-4d25-8652-2bf251946134",
    name: "Dropbox",
    description: "Files of a Dropbox",
    icon: "/icons/connector-icons/Dropbox.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: "dropbox",
    oauthOptional: true,
  },
  listed: true,
  settings: (given) => ("access_token" in given ? byConsent : form),
  settingsSchema: formOf(form),
  place: () => undefined,
  async open(given, { network, endpoints }, { signal }) {
    const token = "token" in given ? given.token : given.access_token;
    return openDropbox({ network, endpoints, token }, signal);
  },
});
