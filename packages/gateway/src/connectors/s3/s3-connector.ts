import { z } from "zod";
import { defineConnector, nameField } from "../define-connector.ts";
import { driver } from "../driver.ts";
import { placeOfUrl, urlField } from "../url-field.ts";

const settings = z.strictObject({
  connectorName: nameField("MinIO/S3"),
  key: z.string().default("").meta({
    title: "Key",
    description: "Blank uses the AWS role of the service's machine, if its operator allows that.",
  }),
  secret: z.string().default("").meta({ title: "Secret", format: "password" }),
  endpoint_url: urlField({
    title: "Endpoint URL",
    description: "Such as https://s3.amazonaws.com",
    default: "https://s3.amazonaws.com",
  }),
  region_name: z
    .string()
    .min(1)
    .regex(/^[a-z0-9-]{1,63}$/i, "expected a region such as us-east-1")
    .meta({ title: "Region", description: "Such as us-east-1" }),
});

type S3Settings = z.output<typeof settings>;

/** Buckets of any S3-compatible server. The first segment of a path is the bucket. */
export const s3Connector = defineConnector<S3Settings>({
  kind: {
    id: "minio|c799f6e3-2b57-434e-aaac-b5daa415da19",
    name: "S3/Minio",
    description: "Buckets of Amazon S3, MinIO and other S3-compatible servers",
    icon: "/icons/connector-icons/S3.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: ({ endpoint_url }) => placeOfUrl(endpoint_url),
  async open(given, dependencies, { signal }) {
    const { openS3 } = await driver("@aws-sdk/client-s3", () => import("./s3-files.ts"));
    return openS3(given, dependencies, signal);
  },
});
