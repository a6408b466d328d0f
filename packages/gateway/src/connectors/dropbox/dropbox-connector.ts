import { z } from "zod";
import { defineConnector, formOf, nameField, secretField } from "../define-connector.ts";
import { oauthFields } from "../oauth-fields.ts";
import { openDropbox } from "./dropbox-files.ts";

const form = z.strictObject({
  connectorName: nameField("Dropbox"),
  token: secretField("Token", "An access token of an app of your own"),
});

/** A token of the form, or what the provider gave. */
const settings = z.union([form, z.strictObject({ connectorName: nameField("Dropbox"), ...oauthFields })], {
  error: "expected a token, or to log in at the provider first",
});

export const dropboxConnector = defineConnector<z.output<typeof settings>>({
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
  settings,
  settingsSchema: formOf(form),
  place: () => undefined,
  async open(given, { network, endpoints }, { signal }) {
    const token = "token" in given ? given.token : given.access_token;
    return openDropbox({ network, endpoints, token }, signal);
  },
});
