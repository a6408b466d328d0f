#!/usr/bin/env node
import { refuseOldNode } from "./node-version.ts";

// Only what old versions of Node can load is imported before the check.
refuseOldNode();
const { enableCompileCache } = await import("node:module");
enableCompileCache();
// Imported after the compile cache is enabled, which shortens the start.
const { runCli } = await import("#run-cli");
await runCli();
