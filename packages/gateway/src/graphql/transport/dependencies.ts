import type { IncomingMessage, ServerResponse } from "node:http";
import type { Application, LinkTarget, SignedLink } from "@galley/core/domain";
import type { Browser } from "../context/browser.ts";
import type { SignInOptions } from "../context/context.ts";

/** Dependencies of the GraphQL API. */
export interface GraphqlDependencies {
  readonly application: Application;
  /** Called with every internal error; callers see only a masked one. */
  readonly failed: (error: unknown) => void;
  /** Whether the service accepts work: the database responds and the service is not stopping. */
  readonly isReady: () => Promise<boolean>;
  /** A link that works without credentials until it expires; `name` is the file name that browsers suggest. */
  readonly linkTo: (target: LinkTarget, name: string) => SignedLink;
  /** The session secret of a request; undefined if it has none or may come from another site. */
  readonly sessionOf?: ((request: IncomingMessage) => string | undefined) | undefined;
  /** The browser of a request; default: nobody can sign in. */
  readonly browserOf?: ((request: IncomingMessage, response: ServerResponse) => Browser) | undefined;
  readonly signInOptions: SignInOptions;
}

export interface GraphqlSettings {
  /** Whether introspection is allowed and errors suggest names from the schema. */
  readonly openSchema: boolean;
  /** Maximum number of concurrent subscriptions per credential. */
  readonly maxSubscriptions: number;
}
