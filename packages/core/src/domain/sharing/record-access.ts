import type { Member } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { ShareRecords, Visibility } from "./share-ports.ts";
import type { Shareable, ShareableKind } from "../access/model/shareable.ts";
import { assertManages, assertSees, seesSecrets, standingOf, type Standing } from "./sharing-policy.ts";

/** The name of each kind of record in error messages. */
const NAMES = {
  pipeline: "Pipeline",
  workflow: "Workflow",
  connector: "Connector",
} as const satisfies Record<ShareableKind, string>;

/** The records of a kind in which to look. */
interface Found<R> {
  readonly kind: ShareableKind;
  readonly record: R | undefined;
}

/** What a member can see in a list. */
export function visibilityOf({ organizationId, userId, role }: Member): Visibility {
  return { organizationId, userId: role === "manager" ? null : userId };
}

/** The member's role for each of the records of one kind, in their order. */
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

/** Whether the member can see the secrets of each of the records of one kind, in their order. */
export async function secretsSeenIn(
  shares: ShareRecords,
  member: Member,
  found: { readonly kind: ShareableKind; readonly records: readonly Shareable[] },
): Promise<readonly boolean[]> {
  const standings = await standingsIn(shares, member, found);
  return standings.map((standing) => seesSecrets(member, standing));
}

/** The records of one kind that a member can see. */
export async function seenAmong<R extends Shareable>(
  shares: ShareRecords,
  member: Member,
  { kind, records }: { readonly kind: ShareableKind; readonly records: readonly R[] },
): Promise<readonly R[]> {
  const standings = await standingsIn(shares, member, { kind, records });
  return records.filter((_, index) => standings[index] !== "stranger");
}

/** @throws DomainError `NOT_FOUND` if the record does not exist or the member cannot see it. */
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

/** @throws DomainError as `seenBy`, and `FORBIDDEN` if the member can see the record but not manage it. */
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
