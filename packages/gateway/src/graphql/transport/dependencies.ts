import type { Application } from "@galley/core/domain";

/** What the GraphQL API stands on. */
export interface GraphqlDependencies {
  readonly application: Application;
  /** Told of every fault of the service, of which the caller hears nothing but that it was one. */
  readonly failed: (error: unknown) => void;
  /** Whether the service can take work: the database answers and it is not stopping. */
  readonly isReady: () => Promise<boolean>;
}

export interface GraphqlSettings {
  /** Whether anyone may read the schema, and errors may suggest names from it. */
  readonly openSchema: boolean;
  /** Subscriptions that one credential may hold at the same time. */
  readonly maxSubscriptions: number;
}
