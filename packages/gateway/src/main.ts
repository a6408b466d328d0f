import { enableCompileCache } from "node:module";

enableCompileCache();
// Imported after the compile cache is enabled, which shortens the start.
const { start } = await import("./start.ts");
process.exit(await start(process.argv.slice(2)));
