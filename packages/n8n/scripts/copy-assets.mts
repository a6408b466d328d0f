/** Copies into dist what n8n reads beside the code: icons, and the descriptions for its search. */
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NODES = "nodes/Galley";

mkdirSync(join(root, "dist", NODES), { recursive: true });
cpSync(join(root, "src/icons"), join(root, "dist/icons"), { recursive: true });
for (const name of ["Galley.node.json", "GalleyTrigger.node.json"]) {
  cpSync(join(root, "src", NODES, name), join(root, "dist", NODES, name));
}
