#!/usr/bin/env node
import { refuseOldNode } from "./node-version.ts";

// Only what old versions of Node can load is imported before the check.
refuseOldNode();
const { runCli } = await import("#run-cli");
await runCli();
