import type { OrganizationLimits } from "@galley/core/domain";
import { facts, matching, wholeNumber, type ValuesOf } from "./variable.ts";

const MEGABYTE = 2 ** 20;

/** The largest integer of the columns. */
const MAX_COUNT = 2 ** 31 - 1;

/** Limits of organizations. */
export const limitVariables = {
  GALLEY_ORG_PAGES_PER_DAY: wholeNumber(0, MAX_COUNT).optional().register(facts, {
    meaning: "pages per UTC day of an organization without limits of its own",
    unset: "unlimited",
  }),
  GALLEY_ORG_DOCUMENTS_IN_FLIGHT: wholeNumber(0, MAX_COUNT).optional().register(facts, {
    meaning: "documents that such an organization may have accepted and not yet processed",
    unset: "unlimited",
  }),
  GALLEY_ORG_MB_KEPT: wholeNumber(0, MAX_COUNT).optional().register(facts, {
    meaning: "megabytes of documents that such an organization may keep",
    unset: "unlimited",
  }),
  GALLEY_OPERATOR_ORG: matching("1 to 64 letters, digits, - and _", /^[\w-]{1,64}$/)
    .optional()
    .register(facts, {
      meaning: "organization whose managers set limits; if unset and there are several, nobody does",
      unset: "the only organization",
    }),
};

export interface LimitConfig {
  /** The limits of organizations without limits of their own. */
  readonly defaultLimits: OrganizationLimits;
  /** Undefined means the only organization. */
  readonly operator: string | undefined;
}

export function limitConfig(environment: ValuesOf<typeof limitVariables>): LimitConfig {
  const { GALLEY_ORG_MB_KEPT: megabytes } = environment;
  return {
    defaultLimits: {
      pagesPerDay: environment.GALLEY_ORG_PAGES_PER_DAY ?? null,
      documentsInFlight: environment.GALLEY_ORG_DOCUMENTS_IN_FLIGHT ?? null,
      bytesKept: megabytes === undefined ? null : megabytes * MEGABYTE,
    },
    operator: environment.GALLEY_OPERATOR_ORG,
  };
}
