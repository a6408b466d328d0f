import type { ShareableKind } from "../sharing/shareable.ts";

/** What a user is told within the product. */
export interface Notice {
  readonly id: string;
  readonly organizationId: string;
  /** Whom it is for. */
  readonly userId: string;
  readonly message: string;
  readonly recordKind: ShareableKind;
  readonly recordId: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}
