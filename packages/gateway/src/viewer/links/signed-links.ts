import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import {
  DomainError,
  FIELDS_STATUSES,
  STRUCTURE_FORMATS,
  TABLE_FORMATS,
  type Environment,
  type FieldsTableTarget,
  type JobLinkTarget,
  type LinkTarget,
  type SignedLink,
} from "@galley/core/domain";
import { z } from "zod";

/** The path below which signed links are served. */
export const LINKS_PATH = "/files";

/** Links are valid for one to two of these intervals, so links made within one are equal and can be cached. */
const INTERVAL_MS = 15 * 60_000;

const KEY_BYTES = 32;
const PURPOSE = "galley signed links";

const place = { o: z.uuid(), j: z.uuid(), e: z.int() };
/** Links of older versions have none. */
const version = { v: z.int().default(0), r: z.boolean().default(false) };
const payloadSchema = z.union([
  z.strictObject({ ...place, k: z.literal("page"), p: z.int().positive(), d: z.number().positive() }),
  z.strictObject({ ...place, ...version, k: z.literal("structure"), f: z.enum(STRUCTURE_FORMATS) }),
  z.strictObject({ ...place, ...version, k: z.enum(["text", "searchable_pdf"]) }),
  z.strictObject({ ...place, k: z.literal("document") }),
]);
const tablePayloadSchema = z.strictObject({
  o: z.uuid(),
  e: z.int(),
  k: z.literal("fields_table"),
  s: z.string(),
  f: z.enum(TABLE_FORMATS),
  t: z.array(z.enum(FIELDS_STATUSES)),
  q: z.string().optional(),
  a: z.int(),
});
type TablePayload = z.output<typeof tablePayloadSchema>;
type Payload = z.output<typeof payloadSchema>;

/** Links that work without credentials until they expire. */
export interface SignedLinks {
  /** @param name the last part of the path, which browsers suggest as the name of the file. */
  readonly linkTo: (target: LinkTarget, name: string) => SignedLink;
  /** @throws DomainError `NOT_FOUND` if the link is invalid or has expired. */
  readonly targetOf: (token: string) => LinkTarget & { readonly expiresAt: Date };
}

/** The first key signs, all of them verify; every key is derived from one of the service's secret keys. */
export function createSignedLinks(
  secretKeys: readonly { readonly key: Uint8Array }[],
  { now }: Pick<Environment, "now">,
): SignedLinks {
  const keys = secretKeys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", PURPOSE, KEY_BYTES)));
  const signed = (payload: string, key: Buffer): Buffer => createHmac("sha256", key).update(payload).digest();
  return {
    linkTo(target, name) {
      const [key] = keys;
      if (!key) throw new Error("There is no key to sign links with.");
      const expires = (Math.floor(now().getTime() / INTERVAL_MS) + 2) * INTERVAL_MS;
      const payload = Buffer.from(
        JSON.stringify(
          target.kind === "fields_table" ? tablePayloadOf(target, expires) : payloadOf(target, expires),
        ),
      ).toString("base64url");
      const token = `${payload}.${signed(payload, key).toString("base64url")}`;
      return { path: `${LINKS_PATH}/${token}/${encodeURIComponent(name)}`, expiresAt: new Date(expires) };
    },
    targetOf(token) {
      const [payload = "", signature = ""] = token.split(".");
      // As text: several texts decode to the same bytes.
      const given = Buffer.from(signature);
      const isValid = keys.some((key) => {
        const expected = Buffer.from(signed(payload, key).toString("base64url"));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isValid) throw new DomainError("NOT_FOUND", "The link is invalid.");
      const facts = z
        .union([payloadSchema, tablePayloadSchema])
        .parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
      if (facts.e <= now().getTime()) {
        throw new DomainError("NOT_FOUND", "The link has expired. Query a new one.");
      }
      const target = facts.k === "fields_table" ? tableTargetOf(facts) : targetOf(facts);
      return { ...target, expiresAt: new Date(facts.e) };
    },
  };
}

function payloadOf(target: JobLinkTarget, expires: number): Payload {
  const { organizationId: o, jobId: j, kind: k } = target;
  if (k === "page") return { o, j, e: expires, k, p: target.page, d: target.dpi };
  if (k === "document") return { o, j, e: expires, k };
  const linked = { o, j, e: expires, v: target.revision, r: target.original };
  return k === "structure" ? { ...linked, k, f: target.format } : { ...linked, k };
}

function tablePayloadOf(target: FieldsTableTarget, expires: number): TablePayload {
  const { organizationId: o, kind: k, schema: s, format: f, statuses, search: q, at: a } = target;
  return { o, e: expires, k, s, f, t: [...statuses], q, a };
}

function tableTargetOf({ o, k, s, f, t, q, a }: TablePayload): FieldsTableTarget {
  return { organizationId: o, kind: k, schema: s, format: f, statuses: t, search: q, at: a };
}

function targetOf(payload: Payload): JobLinkTarget {
  const { o: organizationId, j: jobId } = payload;
  if (payload.k === "page") {
    return { organizationId, jobId, kind: "page", page: payload.p, dpi: payload.d };
  }
  if (payload.k === "document") return { organizationId, jobId, kind: payload.k };
  const linked = { organizationId, jobId, revision: payload.v, original: payload.r };
  return payload.k === "structure"
    ? { ...linked, kind: payload.k, format: payload.f }
    : { ...linked, kind: payload.k };
}
