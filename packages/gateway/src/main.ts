import { enableCompileCache } from "node:module";

enableCompileCache();
// Loaded after the compile cache is on, which shortens the start.
const { start } = await import("./start.ts");
process.exit(await start(process.argv.slice(2)));
