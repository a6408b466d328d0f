/** Runs all checks of the repository; fails if any of them fails. */
import { exec } from "node:child_process";
import { availableParallelism } from "node:os";

interface Claim {
  readonly claim: string;
  readonly command: string;
}

/** First and alone: others load what it builds, and it uses all cores. */
const BUILT: Claim = { claim: "Types", command: "node scripts/build.ts && tsc -p packages/console" };

/** The longest first, so that no core is idle at the end. */
const CLAIMS: readonly Claim[] = [
  { claim: "House style (lint)", command: "oxlint" },
  {
    claim: "Folder boundaries",
    command: "depcruise packages test --config .dependency-cruiser.mjs",
  },
  { claim: "Unused code", command: "knip" },
  { claim: "GraphQL schema is up to date", command: "node packages/gateway/scripts/emit-schema.ts --check" },
  {
    claim: "OpenAPI document is up to date",
    command: "node packages/rest-compat/scripts/emit-openapi.ts --check",
  },
  { claim: "Formatting", command: "oxfmt --check" },
  { claim: "File names and wording", command: "node scripts/check-names.ts" },
  { claim: "Folders import downwards", command: "node scripts/check-folder-imports.ts" },
  { claim: "Folder sizes", command: "node scripts/check-folders.ts" },
];

/** More output than any claim has. */
const MOST_OUTPUT = 2 ** 28;

/** Prints whether a claim holds, and returns it. */
async function holds({ claim, command }: Claim): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  exec(command, { maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
    console.log(error === null ? `holds   ${claim}` : `BROKEN  ${claim}\n${stdout}${stderr}`);
    resolve(error === null);
  });
  return promise;
}

const outcomes = [await holds(BUILT)];
const left = CLAIMS.values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    // Each takes the next claim from the same iterator.
    for (const claim of left) outcomes.push(await holds(claim));
  }),
);
process.exit(outcomes.every(Boolean) ? 0 : 1);
