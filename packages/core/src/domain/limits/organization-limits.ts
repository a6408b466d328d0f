/** The limits of an organization; null means unlimited. */
export interface OrganizationLimits {
  /** Pages per UTC day. Only finished pages count, so documents that were accepted can exceed it. */
  readonly pagesPerDay: number | null;
  /** Documents that were accepted and are not settled yet. */
  readonly documentsInFlight: number | null;
  /** Total size of the files that are kept, uploads included. A file that several jobs read counts once. */
  readonly bytesKept: number | null;
}

/** The order in which limits are checked and listed. */
export const LIMIT_NAMES = [
  "pagesPerDay",
  "documentsInFlight",
  "bytesKept",
] as const satisfies readonly (keyof OrganizationLimits)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

export const UNLIMITED: OrganizationLimits = { pagesPerDay: null, documentsInFlight: null, bytesKept: null };

export interface LimitInUse {
  /** Null means unlimited. */
  readonly limit: number | null;
  readonly used: number;
}

/** The limits of an organization and what is used of them. */
export interface LimitsInUse extends Readonly<Record<LimitName, LimitInUse>> {
  /** The organization's name. */
  readonly organization: string;
  /** Whether they were set for the organization; otherwise, they are the defaults of the service. */
  readonly own: boolean;
  /** When the pages of the day are counted from 0 again. */
  readonly nextDay: Date;
}
