import type { IncomingMessage } from "node:http";
import type { Application, Member, Organization } from "@galley/core/domain";

/** The caller and the organization of a call. */
export interface Visit {
  readonly application: Application;
  readonly member: Member;
  readonly organization: Organization;
  /** The service's own address as callers know it, without a final slash. */
  readonly publicUrl: string;
  /** The absolute URL of the call. */
  readonly url: string;
  readonly request: IncomingMessage;
  /** Aborts when the caller disconnects. */
  readonly disconnected: AbortSignal;
}
