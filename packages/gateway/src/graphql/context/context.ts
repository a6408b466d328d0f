import { DomainError, type Application, type Caller, type Member } from "@galley/core/domain";
import {
  createDeliveryLists,
  createDeliveryLogs,
  type DeliveryLists,
  type DeliveryLogs,
} from "./delivery-lists.ts";
import { createManagementLoaders, type ManagementLoaders } from "./management-loaders.ts";
import { createPageParts, type PageParts } from "./page-parts.ts";
import { createQueuePositions, type QueuePositions } from "./queue-positions.ts";
import { createUsersById, type UsersById } from "./users-by-id.ts";

/** Context of every resolver. */
export interface RequestContext {
  readonly application: Application;
  /** Undefined if the request has no credentials. */
  readonly caller: Caller | undefined;
  readonly pageParts: PageParts;
  readonly deliveries: DeliveryLists;
  readonly deliveryLogs: DeliveryLogs;
  readonly queuePositions: QueuePositions;
  readonly management: ManagementLoaders;
  readonly users: UsersById;
  /** Whether the service accepts work: the database responds and the service is not stopping. */
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
    deliveryLogs: createDeliveryLogs(application),
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
