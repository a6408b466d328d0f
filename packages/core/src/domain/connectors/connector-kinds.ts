import type { Member } from "../access/caller.ts";
import { assertTier } from "../access/policy.ts";
import { DomainError } from "../domain-error.ts";
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
   * @throws DomainError `BAD_INPUT` when there is no such kind, or a setting is wrong.
   */
  test(member: Member, trial: ConnectorTrial): Promise<readonly TestStep[]>;
}

export interface ConnectorTrial {
  readonly kindId: string;
  /** In clear. */
  readonly settings: unknown;
  readonly signal: AbortSignal;
}

export function createConnectorKinds({
  catalogue,
}: {
  readonly catalogue: ConnectorCatalogue;
}): ConnectorKinds {
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
    async test(member, { kindId, settings, signal }) {
      assertTier(member, "change");
      const { id } = find(kindId);
      return catalogue.test(id, catalogue.check(id, settings), { signal });
    },
  };
}
