import {
  DomainError,
  type Application,
  type Caller,
  type LinkTarget,
  type Member,
  type SignedLink,
} from "@galley/core/domain";
import { createDeliveryLists, type DeliveryLists } from "./delivery-lists.ts";
import { createManagementLoaders, type ManagementLoaders } from "./management-loaders.ts";
import { createPageCorrections, type PageCorrections } from "./page-corrections.ts";
import { createPageParts, type PageParts } from "./page-parts.ts";
import { createQueuePositions, type QueuePositions } from "./queue-positions.ts";
import { createUsersById, type UsersById } from "./users-by-id.ts";

/** Context of every resolver. */
export interface RequestContext {
  readonly application: Application;
  /** Undefined if the request has no credentials. */
  readonly caller: Caller | undefined;
  readonly pageParts: PageParts;
  readonly pageCorrections: PageCorrections;
  readonly deliveries: DeliveryLists;
  readonly queuePositions: QueuePositions;
  readonly management: ManagementLoaders;
  readonly users: UsersById;
  /** Whether the service accepts work: the database responds and the service is not stopping. */
  readonly isReady: () => Promise<boolean>;
  /** A link that works without credentials until it expires. */
  readonly linkTo: (target: LinkTarget, name: string) => SignedLink;
}

export function createContext(
  { application, isReady, linkTo }: Pick<RequestContext, "application" | "isReady" | "linkTo">,
  caller: Caller | undefined,
): RequestContext {
  const deliveries = createDeliveryLists(application);
  return {
    application,
    isReady,
    linkTo,
    caller,
    pageParts: createPageParts(application),
    pageCorrections: createPageCorrections(application),
    deliveries,
    queuePositions: createQueuePositions(application),
    management: createManagementLoaders(application),
    users: createUsersById(application),
  };
}

/** @throws DomainError `UNAUTHENTICATED` if the request has no credentials. */
export function callerOf({ caller }: RequestContext): Caller {
  if (caller) return caller;
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
