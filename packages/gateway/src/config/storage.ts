import { join, resolve, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { kindOfPath } from "../files/kind-of-path.ts";
import { facts, httpUrl, matching, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

/** Where documents are stored. The prefix of every key is "" or ends in "/". */
export type ObjectsPlace =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "s3"; readonly bucket: string; readonly prefix: string };

const databaseUrl = readAs("postgresql://user:password@host:port/database", (text) => {
  const url = URL.parse(text);
  return url?.protocol === "postgresql:" || url?.protocol === "postgres:" ? url.href : undefined;
});

/** Storage of records and documents. */
export const storageVariables = {
  DATABASE_URL: databaseUrl
    .optional()
    .register(facts, { meaning: "PostgreSQL 15 or newer", unset: "embedded", hide: "password" }),
  GALLEY_DATA_DIR: readAs("a folder, or a path where a folder can be created", dataFolder)
    .prefault("./.galley")
    .register(facts, { meaning: "embedded database, documents, generated secrets" }),
  GALLEY_OBJECTS: readAs("file:///folder or s3://bucket/prefix", objectsPlace)
    .optional()
    .register(facts, { meaning: "where documents are stored", unset: "the data folder" }),
  GALLEY_MIN_FREE_MB: wholeNumber(0, 1_048_576).prefault("256").register(facts, {
    meaning:
      "free disk space in megabytes below which uploads are rejected and the service is not ready; 0 for no limit",
  }),
  AWS_ENDPOINT_URL_S3: httpUrl
    .optional()
    .register(facts, { meaning: "endpoint of s3://", unset: "AWS_ENDPOINT_URL", hide: "password" }),
  AWS_ENDPOINT_URL: httpUrl
    .optional()
    .register(facts, { meaning: "endpoint of s3://", unset: "Amazon", hide: "password" }),
  AWS_REGION: matching("a region such as eu-central-1", /^[a-z0-9-]+$/)
    .prefault("us-east-1")
    .register(facts, { meaning: "region of s3://" }),
};

export interface StorageConfig {
  /** Undefined uses the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly objects: ObjectsPlace;
  /** Free disk space in megabytes below which uploads are rejected; 0 for no limit. */
  readonly minFreeMb: number;
  readonly s3: { readonly endpoint: string | undefined; readonly region: string };
}

export function storageConfig(environment: ValuesOf<typeof storageVariables>): StorageConfig {
  const dataDir = environment.GALLEY_DATA_DIR;
  return {
    databaseUrl: environment.DATABASE_URL,
    dataDir,
    objects: environment.GALLEY_OBJECTS ?? { kind: "folder", path: join(dataDir, "objects") },
    minFreeMb: environment.GALLEY_MIN_FREE_MB,
    s3: {
      endpoint: environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL,
      region: environment.AWS_REGION,
    },
  };
}

/** The folder, or its nearest existing parent, must be a folder. */
function dataFolder(text: string): string | undefined {
  const path = resolve(text);
  let nearest = path;
  while (!kindOfPath(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return kindOfPath(nearest) === "folder" ? path : undefined;
}

function objectsPlace(text: string): ObjectsPlace | undefined {
  const url = URL.parse(text);
  if (url?.protocol === "file:" && url.host === "") return folderPlace(url);
  if (url?.protocol !== "s3:" || url.host === "") return undefined;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  return { kind: "s3", bucket: url.host, prefix: prefix === "" ? "" : `${prefix}/` };
}

function folderPlace(url: URL): ObjectsPlace | undefined {
  try {
    return { kind: "folder", path: fileURLToPath(url) };
  } catch {
    return undefined;
  }
}
