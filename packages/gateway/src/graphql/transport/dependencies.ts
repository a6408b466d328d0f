import type { IncomingMessage } from "node:http";
import type { Application } from "@galley/core/domain";

/** What the GraphQL API stands on. */
export interface GraphqlDependencies {
  readonly application: Application;
  /** Told of every fault of the service, of which the caller hears nothing but that it was one. */
  readonly failed: (error: unknown) => void;
  /** Whether the service can take work: the database answers and it is not stopping. */
  readonly isReady: () => Promise<boolean>;
  /** The secret of a request's session; undefined where it has none, or it may come from another site. */
  readonly sessionOf?: ((request: IncomingMessage) => string | undefined) | undefined;
}

export interface GraphqlSettings {
  /** Whether anyone may read the schema, and errors may suggest names from it. */
  readonly openSchema: boolean;
  /** Subscriptions that one credential may hold at the same time. */
  readonly maxSubscriptions: number;
}
