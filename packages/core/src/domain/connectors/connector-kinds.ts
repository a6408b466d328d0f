import type { Member } from "../access/caller.ts";
import { assertTier } from "../access/policy.ts";
import { DomainError } from "../domain-error.ts";
import { readOAuthCredentials } from "../oauth/take-credentials.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { OAuthRecords } from "../oauth/oauth-ports.ts";
import type { EndpointDirection } from "../workflows/workflow.ts";
import type { ConnectorCatalogue, ConnectorKind, TestStep } from "./connector-ports.ts";
import type { ConnectorMode } from "./connector.ts";

/** The kinds of connectors that there are, and a trial of one before it is kept. */
export interface ConnectorKinds {
  /** In the order in which they are shown. */
  list(filter: {
    readonly direction?: EndpointDirection | undefined;
    readonly mode?: ConnectorMode | undefined;
  }): readonly ConnectorKind[];
  /** @throws DomainError `BAD_INPUT` of the field `kindId` when there is none. */
  find(kindId: string): ConnectorKind;
  /**
   * Tries settings step by step, to the first step that fails.
   *
   * @throws DomainError `BAD_INPUT` when there is no such kind, or a setting is wrong; `EXPIRED` when there are no
   *   credentials under the OAuth key.
   */
  test(member: Member, trial: ConnectorTrial): Promise<readonly TestStep[]>;
}

export interface ConnectorTrial {
  readonly kindId: string;
  /** In clear. */
  readonly settings: unknown;
  /** The key of a way through a provider's consent, whose credentials are tried and not taken. */
  readonly oauthKey?: string | undefined;
  readonly signal: AbortSignal;
}

export interface ConnectorKindsPorts {
  readonly catalogue: ConnectorCatalogue;
  readonly database: Database<OAuthRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
}

export function createConnectorKinds(ports: ConnectorKindsPorts): ConnectorKinds {
  const { catalogue } = ports;
  const find = (kindId: string): ConnectorKind => {
    const kind = catalogue.find(kindId);
    if (kind) return kind;
    throw new DomainError("BAD_INPUT", "kindId: there is no connector of this kind", { field: "kindId" });
  };
  return {
    list: ({ direction, mode }) =>
      catalogue.kinds.filter(
        (kind) =>
          (direction !== "source" || kind.canRead) &&
          (direction !== "destination" || kind.canWrite) &&
          (mode === undefined || kind.mode === mode),
      ),
    find,
    async test(member, { kindId, settings, oauthKey: key, signal }) {
      assertTier(member, "change");
      const { id, oauthBackend: backend } = find(kindId);
      const credentials =
        key === undefined || backend === undefined
          ? {}
          : await readOAuthCredentials(ports, { member, key, backend });
      return catalogue.test(id, catalogue.check(id, { ...Object(settings), ...credentials }), { signal });
    },
  };
}
