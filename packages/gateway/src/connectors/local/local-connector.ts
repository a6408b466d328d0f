import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { defineConnector, nameField } from "../define-connector.ts";

const settings = z.strictObject({
  connectorName: nameField("Local storage").optional(),
  path: z.string().min(1).meta({
    title: "Folder",
    description:
      "A folder of the machine that runs the service, below one that the operator has opened to connectors",
  }),
});

type LocalSettings = z.output<typeof settings>;

/** A folder of the machine that runs the service. */
export const localConnector = defineConnector<LocalSettings>({
  kind: {
    id: "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5",
    name: "Local storage",
    description: "Files in a folder of the machine that runs the service",
    icon: "/icons/connector-icons/Local%20Storage.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: () => undefined,
  async forbidden({ path }, { localRoots }) {
    const { jailedFolder } = await import("./jailed-folder.ts");
    try {
      await jailedFolder(path, localRoots);
      return undefined;
    } catch (error) {
      if (error instanceof ConnectorError) return { path: ["path"], message: error.message };
      throw error;
    }
  },
  async open(given, { localRoots }) {
    const { openLocal } = await import("./local-files.ts");
    return openLocal(given, localRoots);
  },
});
