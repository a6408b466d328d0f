import { refuseOldNode } from "./node-version.ts";

// Only what old versions of Node can load is imported before the check.
refuseOldNode();
const { keepCompiledModules } = await import("@galley/core/code-cache");
keepCompiledModules();
// Imported after the compile cache is enabled, which shortens the start.
const { start } = await import("#start");
process.exit(await start(process.argv.slice(2)));
