/** Proves the claims that the code makes about itself, cheapest first; runs all of them and fails if one does not hold. */
import { spawnSync } from "node:child_process";

const claims = [
  ["The code is formatted", "oxfmt --check"],
  ["The code keeps the house style", "oxlint"],
  ["The types hold", "node scripts/build.ts"],
  ["Folders keep to their boundaries", "depcruise packages test --config .dependency-cruiser.mjs"],
  ["Nothing is unused", "knip"],
  ["Names are names of the field", "node scripts/check-names.ts"],
  ["The served schema is the committed one", "node packages/gateway/scripts/emit-schema.ts --check"],
  ["The REST reference is the committed one", "node packages/rest-compat/scripts/emit-openapi.ts --check"],
] as const;

const broken = claims.filter(([claim, command]) => {
  const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: "utf8" });
  console.log(`${status === 0 ? "holds " : "BROKEN"}  ${claim}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status !== 0;
});
process.exit(broken.length === 0 ? 0 : 1);
