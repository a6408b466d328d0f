import type { IncomingMessage } from "node:http";
import type { Application, Member, Organization } from "@galley/core/domain";

/** Who calls where. */
export interface Visit {
  readonly application: Application;
  readonly member: Member;
  readonly organization: Organization;
  /** The service's own address as callers know it, without a slash at its end. */
  readonly publicUrl: string;
  /** The absolute URL of the call. */
  readonly url: string;
  readonly request: IncomingMessage;
  /** Aborts when the caller hangs up. */
  readonly hungUp: AbortSignal;
}
