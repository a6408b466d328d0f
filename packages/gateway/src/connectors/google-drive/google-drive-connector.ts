import { z } from "zod";
import { defineConnector, formOf, nameField } from "../define-connector.ts";
import { oauthFields } from "../tokens/oauth-fields.ts";
import { openGoogleDrive } from "./google-drive-files.ts";

const form = z.strictObject({ connectorName: nameField("Google Drive") });

const settings = form.extend({ ...oauthFields, path: z.string().optional() });

export const googleDriveConnector = defineConnector<z.output<typeof settings>>({
  kind: {
    id: "gdrive|3ac4b966-9136-4261-944a-bdbfc51cd21c",
    name: "Google Drive",
    description: "Files of a Google Drive",
    icon: "/icons/connector-icons/google_drive.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: "google-oauth2",
  },
  listed: true,
  settings,
  settingsSchema: formOf(form),
  place: () => undefined,
  open: async ({ access_token }, { network, endpoints }, { signal }) =>
    openGoogleDrive({ network, base: endpoints.google_drive, token: access_token }, signal),
});
