import { z } from "zod";
import type { ServerPlace } from "../connector-definition.ts";
import { defineConnector, nameField } from "../define-connector.ts";
import { driver } from "../driver.ts";

const settings = z.strictObject({
  connectorName: nameField("HTTP"),
  base_url: z.url({ protocol: /^https?$/ }).meta({
    title: "Base URL",
    description: "A folder whose page lists files, such as https://files.example/reports/",
  }),
  username: z.string().default("").meta({ title: "User name" }),
  password: z.string().default("").meta({ title: "Password", format: "password" }),
});

type HttpSettings = z.output<typeof settings>;

/** Pages that list files, as web servers make them. */
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

/** The server of a URL. */
export function placeOfUrl(url: string): ServerPlace {
  const { hostname, port, protocol } = new URL(url);
  const tls = protocol === "https:";
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (tls ? 443 : 80), tls };
}
