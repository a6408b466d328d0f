import { z } from "zod";
import type { ServerPlace } from "../connector-definition.ts";
import { defineConnector, nameField, textField } from "../define-connector.ts";
import { driver } from "../driver.ts";

const settings = z.strictObject({
  connectorName: nameField("MinIO/S3"),
  key: z.string().default("").meta({ title: "Key", description: "Blank where the machine's role is meant." }),
  secret: z.string().default("").meta({ title: "Secret", format: "password" }),
  endpoint_url: z.url({ protocol: /^https?$/ }).meta({
    title: "Endpoint URL",
    description: "Such as https://s3.amazonaws.com",
    default: "https://s3.amazonaws.com",
  }),
  region_name: textField("Region", "Such as us-east-1"),
});

type S3Settings = z.output<typeof settings>;

/** Buckets of any server that speaks S3. The first part of a path is the bucket. */
export const s3Connector = defineConnector<S3Settings>({
  kind: {
    id: "minio|c799f6e3-2b57-434e-aaac-b5daa415da19",
    name: "S3/Minio",
    description: "Buckets of Amazon S3, MinIO and other servers that speak S3",
    icon: "/icons/connector-icons/S3.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: placeOf,
  async open(given, { network }, { signal }) {
    const { openS3 } = await driver("@aws-sdk/client-s3", () => import("./s3-files.ts"));
    return openS3(given, network, signal);
  },
});

function placeOf({ endpoint_url }: S3Settings): ServerPlace {
  const { hostname, port, protocol } = new URL(endpoint_url);
  const tls = protocol === "https:";
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (tls ? 443 : 80), tls };
}
