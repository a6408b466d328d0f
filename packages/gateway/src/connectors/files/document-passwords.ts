import type { ConnectorKind } from "@galley/core/domain";
import { z } from "zod";
import type { AnyConnector } from "../connector-definition.ts";

const MAX_PASSWORDS = 20;
const MAX_LENGTH = 100;

const passwordSchema = z
  .string()
  .max(MAX_LENGTH)
  .regex(/^[^\r\n]*$/, "expected no line breaks");

const passwordsSchema = z.object({
  documentPasswords: z.union([passwordSchema, z.array(passwordSchema.min(1)).max(MAX_PASSWORDS)], {
    error: `expected a password of at most ${MAX_LENGTH} characters, or a list of at most ${MAX_PASSWORDS}`,
  }),
});

/**
 * Adds a setting to every connector that reads documents: passwords with which encrypted ones are opened. They are
 * settings and not options of a workflow, because the senders of a store's documents choose them.
 */
export function withDocumentPasswords(connector: AnyConnector): AnyConnector {
  if (!connector.kind.canRead) return connector;
  return {
    ...connector,
    kind: { ...connector.kind, settingsSchema: withField(connector.kind.settingsSchema) },
    check(given) {
      const { own, connection } = divided(given);
      const checked = connector.check(connection);
      if (!checked.success || own === undefined) return checked;
      const passwords = passwordsSchema.safeParse({ documentPasswords: own }, { reportInput: true });
      if (!passwords.success) return passwords;
      return { success: true, data: { ...checked.data, ...passwords.data } };
    },
    place: (given) => connector.place(divided(given).connection),
    forbidden: async (given, dependencies) => connector.forbidden(divided(given).connection, dependencies),
    open: async (given, dependencies, { keepSettings, ...context }) => {
      const { own, connection } = divided(given);
      const kept = own === undefined ? {} : { documentPasswords: own };
      return connector.open(connection, dependencies, {
        ...context,
        ...(keepSettings && { keepSettings: (changed) => keepSettings({ ...changed, ...kept }) }),
      });
    },
  };
}

function divided(settings: unknown): { readonly own: unknown; readonly connection: unknown } {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    return { own: undefined, connection: settings };
  const { documentPasswords, ...connection }: { documentPasswords?: unknown } = settings;
  return { own: documentPasswords, connection };
}

function withField(schema: ConnectorKind["settingsSchema"]): ConnectorKind["settingsSchema"] {
  const field = {
    type: "string",
    format: "password",
    title: "Password of encrypted documents",
    description: `Opens encrypted documents of this store. API clients may send a list of up to ${MAX_PASSWORDS} passwords, which are tried in their order.`,
  };
  return { ...schema, properties: { ...Object(schema["properties"]), documentPasswords: field } };
}
