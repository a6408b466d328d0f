import {
  DomainError,
  type Application,
  type Caller,
  type LinkTarget,
  type Member,
  type SignedLink,
} from "@galley/core/domain";
import type { Browser } from "./browser.ts";
import {
  createDeliveryLists,
  createDeliveryLogs,
  type DeliveryLists,
  type DeliveryLogs,
} from "./delivery-lists.ts";
import { createManagementLoaders, type ManagementLoaders } from "./management-loaders.ts";
import { createJobFieldsLists, createJobsById, type JobFieldsLists, type JobsById } from "./job-fields.ts";
import { createPageCorrections, type PageCorrections } from "./page-corrections.ts";
import { createPageParts, type PageParts } from "./page-parts.ts";
import { createQueuePositions, type QueuePositions } from "./queue-positions.ts";
import { createUsersById, type UsersById } from "./users-by-id.ts";

/** Context of every resolver. */
export interface RequestContext {
  readonly application: Application;
  /** Undefined if the request has no credentials. */
  readonly caller: Caller | undefined;
  /** Why the session of the request is not accepted; the request can still sign in. */
  readonly refusal?: DomainError | undefined;
  /** Undefined over a WebSocket. */
  readonly browser: Browser | undefined;
  /** The paths and ways of signing in. */
  readonly signInOptions: SignInOptions;
  readonly pageParts: PageParts;
  readonly pageCorrections: PageCorrections;
  readonly jobFields: JobFieldsLists;
  readonly jobs: JobsById;
  readonly deliveries: DeliveryLists;
  readonly deliveryLogs: DeliveryLogs;
  readonly queuePositions: QueuePositions;
  readonly management: ManagementLoaders;
  readonly users: UsersById;
  /** Whether the service accepts work: the database responds and the service is not stopping. */
  readonly isReady: () => Promise<boolean>;
  /** A link that works without credentials until it expires. */
  readonly linkTo: (target: LinkTarget, name: string) => SignedLink;
}

/** How people sign in to this service. */
export interface SignInOptions {
  /** The path at which signing in with the OpenID Connect provider starts; null if none is configured. */
  readonly openIdConnectPath: string | null;
}

export function createContext(
  {
    application,
    isReady,
    linkTo,
    signInOptions,
  }: Pick<RequestContext, "application" | "isReady" | "linkTo" | "signInOptions">,
  { caller, refusal, browser }: Pick<RequestContext, "caller" | "refusal" | "browser">,
): RequestContext {
  const deliveries = createDeliveryLists(application);
  return {
    application,
    isReady,
    linkTo,
    caller,
    refusal,
    browser,
    signInOptions,
    pageParts: createPageParts(application),
    pageCorrections: createPageCorrections(application),
    jobFields: createJobFieldsLists(application),
    jobs: createJobsById(application, caller),
    deliveries,
    deliveryLogs: createDeliveryLogs(application),
    queuePositions: createQueuePositions(application),
    management: createManagementLoaders(application),
    users: createUsersById(application),
  };
}

/** @throws DomainError `UNAUTHENTICATED` if the request has no credentials, or the reason why they are not accepted. */
export function callerOf({ caller, refusal }: RequestContext): Caller {
  if (caller) return caller;
  if (refusal) throw refusal;
  throw new DomainError("UNAUTHENTICATED", "Credentials are missing. Send a service-key or an access token.");
}

/** @throws DomainError like `callerOf`, and `FORBIDDEN` for an extraction key. */
export function memberOf(context: RequestContext): Member {
  return asMember(callerOf(context));
}

/** @throws DomainError `FORBIDDEN` for an extraction key. */
export function asMember(caller: Caller): Member {
  if (caller.kind !== "extraction_key") return caller;
  throw new DomainError("FORBIDDEN", "An extraction key only allows extraction. Send an access token.");
}
