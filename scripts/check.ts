/** Runs all checks of the repository; fails if any of them fails. */
import { spawnSync } from "node:child_process";

const claims = [
  ["Formatting", "oxfmt --check"],
  ["Types", "node scripts/build.ts && tsc -p packages/console"],
  ["House style (lint)", "oxlint"],
  ["Folder boundaries", "depcruise packages test --config .dependency-cruiser.mjs"],
  ["Folder sizes", "node scripts/check-folders.ts"],
  ["Folders import downwards", "node scripts/check-folder-imports.ts"],
  ["Unused code", "knip"],
  ["File names and wording", "node scripts/check-names.ts"],
  ["GraphQL schema is up to date", "node packages/gateway/scripts/emit-schema.ts --check"],
  ["OpenAPI document is up to date", "node packages/rest-compat/scripts/emit-openapi.ts --check"],
] as const;

const broken = claims.filter(([claim, command]) => {
  const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: "utf8" });
  console.log(`${status === 0 ? "holds " : "BROKEN"}  ${claim}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status !== 0;
});
process.exit(broken.length === 0 ? 0 : 1);
