import { z } from "zod";
import type {
  ConnectorCatalogue,
  ConnectorKind,
  ConnectorSettings,
} from "../../connectors/connector-ports.ts";
import type { ConnectorMode } from "../../connectors/connector.ts";
import { DomainError } from "../../domain-error.ts";

/** A file store that can be read and written, one that is read-only, and a database that is write-only. */
export const MEMORY_KINDS = {
  files: "files|00000000-0000-4000-8000-000000000001",
  listing: "listing|00000000-0000-4000-8000-000000000002",
  tables: "tables|00000000-0000-4000-8000-000000000003",
} as const;

const KINDS: readonly ConnectorKind[] = [
  kindOf(MEMORY_KINDS.files, "Files", { mode: "file_system", canRead: true, canWrite: true }),
  kindOf(MEMORY_KINDS.listing, "Listing", { mode: "file_system", canRead: true, canWrite: false }),
  kindOf(MEMORY_KINDS.tables, "Tables", { mode: "database", canRead: false, canWrite: true }),
];

const settingsSchema = z.strictObject({
  connectorName: z.string().optional(),
  host: z.string(),
  password: z.string().default(""),
});

/** A catalogue for tests, whose connectors connect to nothing. */
export function createMemoryCatalogue(): ConnectorCatalogue {
  const find = (kindId: string): ConnectorKind | undefined => KINDS.find(({ id }) => id === kindId);
  return {
    kinds: KINDS,
    find,
    check(_, settings): ConnectorSettings {
      const checked = settingsSchema.safeParse(settings);
      if (checked.success) return checked.data;
      const field = ["settings", ...(checked.error.issues[0]?.path ?? [])].join(".");
      throw new DomainError("BAD_INPUT", `${field}: ${checked.error.issues[0]?.message}`, { field });
    },
    assertAllowed: async () => {},
    async open() {
      throw new Error("Nothing is connected to here.");
    },
    async *test() {},
  };
}

function kindOf(
  id: string,
  name: string,
  facts: { readonly mode: ConnectorMode; readonly canRead: boolean; readonly canWrite: boolean },
): ConnectorKind {
  return {
    ...facts,
    id,
    name,
    description: `${name} for tests`,
    icon: `/icons/${name}.png`,
    oauthBackend: undefined,
    settingsSchema: {
      title: name,
      type: "object",
      required: ["host"],
      properties: {
        connectorName: { type: "string" },
        host: { type: "string" },
        password: { type: "string", format: "password" },
      },
    },
  };
}
