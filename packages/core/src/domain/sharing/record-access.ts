import type { Member } from "../access/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { ShareRecords, Visibility } from "./share-ports.ts";
import type { Shareable, ShareableKind } from "./shareable.ts";
import { assertManages, assertSees, seesSecrets, standingOf, type Standing } from "./sharing-policy.ts";

/** What each kind of record is called where one is refused. */
const NAMES = {
  pipeline: "Pipeline",
  workflow: "Workflow",
  connector: "Connector",
} as const satisfies Record<ShareableKind, string>;

/** A record that was looked for, by its kind. */
interface Found<R> {
  readonly kind: ShareableKind;
  readonly record: R | undefined;
}

/** What a member sees in a list. */
export function visibilityOf({ organizationId, userId, role }: Member): Visibility {
  return { organizationId, userId: role === "manager" ? null : userId };
}

/** What a member is to each of some records of one kind, in their order. */
export async function standingsIn(
  { shares }: ShareRecords,
  member: Member,
  { kind, records }: { readonly kind: ShareableKind; readonly records: readonly Shareable[] },
): Promise<readonly Standing[]> {
  const ids = records.map(({ id }) => id);
  const all = await shares.listOfRecords(kind, ids);
  const ofRecord = Map.groupBy(all, ({ recordId }) => recordId);
  return records.map((record) => standingOf(member, record, ofRecord.get(record.id) ?? []));
}

/** Whether the member sees the secrets of each of some records of one kind, in their order. */
export async function secretsSeenIn(
  shares: ShareRecords,
  member: Member,
  found: { readonly kind: ShareableKind; readonly records: readonly Shareable[] },
): Promise<readonly boolean[]> {
  const standings = await standingsIn(shares, member, found);
  return standings.map((standing) => seesSecrets(member, standing));
}

/** Those of some records of one kind that a member sees. */
export async function seenAmong<R extends Shareable>(
  shares: ShareRecords,
  member: Member,
  { kind, records }: { readonly kind: ShareableKind; readonly records: readonly R[] },
): Promise<readonly R[]> {
  const standings = await standingsIn(shares, member, { kind, records });
  return records.filter((_, index) => standings[index] !== "stranger");
}

/** @throws DomainError `NOT_FOUND` where there is no such record, or the member does not see it. */
export async function seenBy<R extends Shareable>(
  records: ShareRecords,
  member: Member,
  { kind, record }: Found<R>,
): Promise<R> {
  if (!record) throw notFound(kind);
  const [standing = "stranger"] = await standingsIn(records, member, { kind, records: [record] });
  assertSees(standing, NAMES[kind]);
  return record;
}

/** @throws DomainError as `seenBy`, and `FORBIDDEN` where the member sees the record and does not manage it. */
export async function managedBy<R extends Shareable>(
  records: ShareRecords,
  member: Member,
  { kind, record }: Found<R>,
): Promise<R> {
  if (!record) throw notFound(kind);
  const [standing = "stranger"] = await standingsIn(records, member, { kind, records: [record] });
  assertManages(standing, NAMES[kind]);
  return record;
}

function notFound(kind: ShareableKind): DomainError {
  return new DomainError("NOT_FOUND", `${NAMES[kind]} not found.`);
}
