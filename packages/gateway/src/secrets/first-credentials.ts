import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Access, Credentials } from "@galley/core/domain";
import { usableFolder } from "../files/usable-folder.ts";
import { DATA_FOLDER, keep, keptIn } from "./secret-file.ts";

/** Makes a leaked key easy to recognise. */
const KEY_PREFIX = "galley_";
const KEY_BYTES = 24;

/** Where a credential can be found by the person who runs the service. */
export type Whereabouts =
  /** Made by this start; shown this once. */
  | { readonly kind: "new"; readonly secret: string }
  /** Holds, and is kept in this file. */
  | { readonly kind: "file"; readonly path: string }
  /** Holds, and was given by this variable. */
  | { readonly kind: "variable"; readonly name: string }
  /** What is at hand does not hold; others were created by an earlier start. */
  | { readonly kind: "unknown" };

export interface FirstCredentialsReport {
  readonly extractionKey: Whereabouts;
  readonly accessToken: Whereabouts;
}

export interface FirstStart {
  readonly dataDir: string;
  readonly organization: string;
  readonly managerEmail: string;
  /** Generated where absent. */
  readonly extractionKey: string | undefined;
  readonly accessToken: string | undefined;
}

/** What a first start asks of the application. */
type FirstAccess = Pick<Access, "holds" | "createFirst">;

/** A credential of the first start: where it comes from and how it is proved. */
interface Kind {
  readonly variable: string;
  readonly file: string;
  readonly given: string | undefined;
  generate(): string;
  credentials(secret: string): Credentials;
}

interface Candidate {
  readonly kind: Kind;
  readonly secret: string;
  readonly origin: "variable" | "file" | "generated";
}

/**
 * Sees to it that the service can be used: creates the organization with its first credentials, or finds out where
 * those of an earlier start are. Generated ones are kept in the data folder before they can be used, so that none is
 * lost when the start is cut short.
 */
export async function ensureFirstCredentials(
  access: FirstAccess,
  start: FirstStart,
): Promise<FirstCredentialsReport> {
  await usableFolder(start.dataDir, DATA_FOLDER);
  const { extractionKey: key, accessToken: token } = kindsOf(start);
  const candidates = { key: await candidateOf(key), token: await candidateOf(token) };
  const alreadyThere = (await holds(access, candidates.key)) || (await holds(access, candidates.token));
  const outcome = alreadyThere
    ? "exists"
    : await access.createFirst({
        organization: start.organization,
        managerEmail: start.managerEmail,
        extractionKey: candidates.key.secret,
        accessToken: candidates.token.secret,
      });
  if (outcome === "created") {
    return { extractionKey: createdBy(candidates.key), accessToken: createdBy(candidates.token) };
  }
  return {
    extractionKey: await whereaboutsOf(access, candidates.key),
    accessToken: await whereaboutsOf(access, candidates.token),
  };
}

function kindsOf({ dataDir, extractionKey, accessToken }: FirstStart): {
  extractionKey: Kind;
  accessToken: Kind;
} {
  return {
    extractionKey: {
      variable: "GALLEY_SERVICE_KEY",
      file: join(dataDir, "extraction-key"),
      given: extractionKey,
      generate: () => KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url"),
      credentials: (secret) => ({ extractionKey: secret }),
    },
    accessToken: {
      variable: "GALLEY_ACCESS_TOKEN",
      file: join(dataDir, "access-token"),
      given: accessToken,
      generate: () => randomUUID(),
      credentials: (secret) => ({ accessToken: secret }),
    },
  };
}

/** A credential that is kept goes before a given one: the given one is for the first start only. */
async function candidateOf(kind: Kind): Promise<Candidate> {
  const kept = await keptIn(kind.file);
  if (kept !== undefined) return { kind, secret: kept, origin: "file" };
  if (kind.given !== undefined) return { kind, secret: kind.given, origin: "variable" };
  const secret = kind.generate();
  // Of several processes that start together on one folder, one keeps its secret and the others take it over.
  return (await keep(kind.file, secret)) === "kept"
    ? { kind, secret, origin: "generated" }
    : { kind, secret: (await keptIn(kind.file)) ?? secret, origin: "file" };
}

async function whereaboutsOf(access: FirstAccess, candidate: Candidate): Promise<Whereabouts> {
  const { kind, secret, origin } = candidate;
  const valid = await holds(access, candidate);
  if (origin === "variable") return valid ? { kind: "variable", name: kind.variable } : { kind: "unknown" };
  if (valid) return origin === "file" ? { kind: "file", path: kind.file } : { kind: "new", secret };
  if (origin === "generated") await rm(kind.file);
  return { kind: "unknown" };
}

function createdBy({ kind, secret, origin }: Candidate): Whereabouts {
  return origin === "variable" ? { kind: "variable", name: kind.variable } : { kind: "new", secret };
}

function holds(access: FirstAccess, { kind, secret }: Candidate): Promise<boolean> {
  return access.holds(kind.credentials(secret));
}
