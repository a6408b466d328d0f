import { z } from "zod";
import { defineConnector, nameField } from "../define-connector.ts";
import { driver } from "../driver.ts";
import { placeOfUrl, urlField } from "../url-field.ts";

const settings = z.strictObject({
  connectorName: nameField("HTTP"),
  base_url: urlField({
    title: "Base URL",
    description: "A folder whose page lists files, such as https://files.example/reports/",
  }),
  username: z.string().default("").meta({ title: "User name" }),
  password: z.string().default("").meta({ title: "Password", format: "password" }),
});

type HttpSettings = z.output<typeof settings>;

/** Files that a web server lists in its folder pages. */
export const httpConnector = defineConnector<HttpSettings>({
  kind: {
    id: "http|6fdea346-86e4-4383-9a21-132db7c9a576",
    name: "HTTP(S)",
    description: "Files of a web server that lists its folders",
    icon: "/icons/connector-icons/HTTP.svg",
    mode: "file_system",
    canRead: true,
    canWrite: false,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: ({ base_url }) => placeOfUrl(base_url),
  async open(given, { network }, { signal }) {
    const { openHttp } = await driver("htmlparser2", () => import("./http-files.ts"));
    return openHttp(given, network, signal);
  },
});
