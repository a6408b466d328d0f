import { z } from "zod";
import { defineConnector, formOf, nameField, secretField } from "../define-connector.ts";
import { oauthFields } from "../tokens/oauth-fields.ts";
import { appOf, appToken } from "./app-token.ts";
import { openBox } from "./box-files.ts";

const form = z.strictObject({
  connectorName: nameField("Box"),
  box_app_settings: secretField("Settings of the app", "The JSON settings file of your own Box app").refine(
    (json) => appOf(json) !== undefined,
    "expected the JSON settings file of a Box app",
  ),
});

/** The fields that the OAuth consent returned. */
const byConsent = z.strictObject({ connectorName: nameField("Box"), ...oauthFields });

type BoxSettings = z.output<typeof form> | z.output<typeof byConsent>;

export const boxConnector = defineConnector<BoxSettings>({
  kind: {
    id: "box|4d94d237-ce4b-45d8-8f34-ddeefc37c0bf",
    name: "Box",
    description: "Files of a Box",
    icon: "/icons/connector-icons/Box.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: "box",
    oauthOptional: true,
  },
  listed: true,
  settings: (given) => ("access_token" in given ? byConsent : form),
  settingsSchema: formOf(form),
  place: () => undefined,
  async open(given, { network, endpoints }, { signal }) {
    const token =
      "box_app_settings" in given
        ? await appToken(given.box_app_settings, { network, base: endpoints.box_api }, signal)
        : given.access_token;
    return openBox({ network, endpoints, token }, signal);
  },
});
