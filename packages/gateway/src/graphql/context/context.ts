import { DomainError, type Application, type Caller, type Member } from "@galley/core/domain";
import { createDeliveryLists, type DeliveryLists } from "./delivery-lists.ts";
import { createManagementLoaders, type ManagementLoaders } from "./management-loaders.ts";
import { createPageParts, type PageParts } from "./page-parts.ts";
import { createQueuePositions, type QueuePositions } from "./queue-positions.ts";
import { createUsersById, type UsersById } from "./users-by-id.ts";

/** What every resolver is given. */
export interface RequestContext {
  readonly application: Application;
  /** Absent when the request carried no credentials. */
  readonly caller: Caller | undefined;
  readonly pageParts: PageParts;
  readonly deliveries: DeliveryLists;
  readonly queuePositions: QueuePositions;
  readonly management: ManagementLoaders;
  readonly users: UsersById;
  /** Whether the service can take work: the database answers and it is not stopping. */
  readonly isReady: () => Promise<boolean>;
}

export function createContext(
  { application, isReady }: Pick<RequestContext, "application" | "isReady">,
  caller: Caller | undefined,
): RequestContext {
  const deliveries = createDeliveryLists(application);
  return {
    application,
    isReady,
    caller,
    pageParts: createPageParts(application),
    deliveries,
    queuePositions: createQueuePositions(application),
    management: createManagementLoaders(application),
    users: createUsersById(application),
  };
}

/** @throws DomainError `UNAUTHENTICATED` when the request carried no credentials. */
export function callerOf({ caller }: RequestContext): Caller {
  if (caller) return caller;
  throw new DomainError("UNAUTHENTICATED", "Credentials are missing: send a service-key or an access token.");
}

/** @throws DomainError as `callerOf`, and `FORBIDDEN` to an extraction key, which reaches extraction only. */
export function memberOf(context: RequestContext): Member {
  return asMember(callerOf(context));
}

/** @throws DomainError `FORBIDDEN` to an extraction key. */
export function asMember(caller: Caller): Member {
  if (caller.kind !== "extraction_key") return caller;
  throw new DomainError("FORBIDDEN", "An extraction key reaches extraction only: send an access token.");
}
