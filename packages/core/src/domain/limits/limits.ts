import { z } from "zod";
import type { Caller } from "../access/model/caller.ts";
import type { Organization } from "../access/model/credential.ts";
import type { OrganizationRecords } from "../access/model/organization-ports.ts";
import { assertMay, may } from "../access/model/policy.ts";
import { checkedFacts } from "../checked-facts.ts";
import { DomainError } from "../domain-error.ts";
import type { Database } from "../ports.ts";
import { startOfNextDay } from "../usage/calendar.ts";
import { pagesToday, type AdmissionPorts } from "./admission.ts";
import type { LimitRecords } from "./limit-ports.ts";
import type { LimitsInUse, OrganizationLimits } from "./organization-limits.ts";

/**
 * The limits of organizations. Operators are the managers of the organization that operates the service: the one that
 * the configuration names, by default the only one. They see and set the limits of all organizations.
 *
 * Every call throws DomainError `FORBIDDEN` unless the caller may, and `NOT_FOUND` if there is no organization of the
 * name.
 */
export interface Limits {
  /** The limits of the caller's organization, or of the named one. */
  find(caller: Caller, organization?: string): Promise<LimitsInUse>;
  /** The names of the organizations whose limits the caller may set, sorted; at most 1,000. */
  operated(caller: Caller): Promise<readonly string[]>;
  /**
   * Sets the limits of an organization; without limits, the defaults of the service apply again. Documents that were
   * accepted are not affected.
   *
   * @throws DomainError `BAD_INPUT` (`field` names the limit).
   */
  set(caller: Caller, organization: string, limits: OrganizationLimits | undefined): Promise<LimitsInUse>;
}

export interface LimitPorts extends AdmissionPorts {
  readonly database: Database<LimitRecords & OrganizationRecords>;
  /** The name of the organization that operates the service; undefined if the only one does. */
  readonly operator: string | undefined;
}

/** Organizations are created one by one by operators. */
const MAX_ORGANIZATIONS = 1000;

/** The largest integers of the columns, and of JSON numbers. */
const limitsSchema = z.object({
  pagesPerDay: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .nullable(),
  documentsInFlight: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .nullable(),
  bytesKept: z.int().min(0).nullable(),
});

export function createLimits(ports: LimitPorts): Limits {
  return {
    async find(caller, organization) {
      assertMay(caller, "see the organization's usage");
      return limitsInUse(ports, await seenOrganization(ports, caller, organization));
    },

    async operated(caller) {
      if (!(await isOperator(ports, caller))) return [];
      const all = await ports.database.records.organizations.list(MAX_ORGANIZATIONS);
      return all.map(({ slug }) => slug);
    },

    async set(caller, name, limits) {
      await assertOperator(ports, caller);
      const organization = await named(ports, name);
      const checked = limits && checkedFacts(limitsSchema, limits);
      await ports.database.transaction(({ organizationLimits }) =>
        checked
          ? organizationLimits.put(organization.id, checked)
          : organizationLimits.remove(organization.id),
      );
      return limitsInUse(ports, organization);
    },
  };
}

async function seenOrganization(ports: LimitPorts, caller: Caller, name?: string): Promise<Organization> {
  const { organizations } = ports.database.records;
  const own = await organizations.find(caller.organizationId);
  if (own && (name === undefined || name === own.slug)) return own;
  await assertOperator(ports, caller);
  return named(ports, name ?? "");
}

async function named({ database }: LimitPorts, name: string): Promise<Organization> {
  const organization = await database.records.organizations.findBySlug(name);
  if (organization) return organization;
  throw new DomainError("NOT_FOUND", `There is no organization ${name}.`, { field: "organization" });
}

async function limitsInUse(
  { database: { records }, environment, defaultLimits }: LimitPorts,
  { id, slug }: Organization,
): Promise<LimitsInUse> {
  const now = environment.now();
  const { organizationLimits } = records;
  const [own, pages, inFlight, bytes] = await Promise.all([
    organizationLimits.find(id),
    pagesToday(records, id, now),
    organizationLimits.countInFlight(id),
    organizationLimits.sumBytesKept(id),
  ]);
  const limits = own ?? defaultLimits;
  return {
    organization: slug,
    own: own !== undefined,
    nextDay: startOfNextDay(now),
    pagesPerDay: { limit: limits.pagesPerDay, used: pages },
    documentsInFlight: { limit: limits.documentsInFlight, used: inFlight },
    bytesKept: { limit: limits.bytesKept, used: bytes },
  };
}

async function assertOperator(ports: LimitPorts, caller: Caller): Promise<void> {
  assertMay(caller, "set limits");
  if (await isOperator(ports, caller)) return;
  throw new DomainError(
    "FORBIDDEN",
    "Only managers of the organization that operates the service can set limits, and see those of others. GALLEY_OPERATOR_ORG names it.",
  );
}

/** Managers invite other managers. So a manager of one organization must not be an operator of all. */
async function isOperator({ database, operator }: LimitPorts, caller: Caller): Promise<boolean> {
  if (!may(caller, "set limits")) return false;
  const { organizations } = database.records;
  if (operator === undefined) return (await organizations.list(2)).length === 1;
  return (await organizations.find(caller.organizationId))?.slug === operator;
}
