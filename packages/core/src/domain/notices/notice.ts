import type { ShareableKind } from "../access/model/shareable.ts";

/** A notification of a user within Galley. */
export interface Notice {
  readonly id: string;
  readonly organizationId: string;
  /** The user to notify. */
  readonly userId: string;
  readonly message: string;
  readonly recordKind: ShareableKind;
  readonly recordId: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}
