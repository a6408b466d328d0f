import { DomainError } from "../domain-error.ts";
import type { ConnectorCatalogue } from "./connector-ports.ts";

function unknownKind(): DomainError {
  return new DomainError("BAD_INPUT", "kindId: unknown connector kind", { field: "kindId" });
}

/** An empty catalogue. */
export const NO_CONNECTORS: ConnectorCatalogue = {
  kinds: [],
  find: () => undefined,
  check() {
    throw unknownKind();
  },
  assertAllowed: async () => {
    throw unknownKind();
  },
  open: async () => {
    throw unknownKind();
  },
  test() {
    throw unknownKind();
  },
};
