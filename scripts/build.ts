/** Builds the workspace. The steps of a stage are independent, and each is quick if nothing has changed. */
import { spawn } from "node:child_process";
import { once } from "node:events";

const STAGES = [
  [[process.execPath, "packages/client/scripts/generate.ts"]],
  [
    ["tsc", "--build"],
    [process.execPath, "packages/core/scripts/build-pdfjs-core.ts"],
    [process.execPath, "packages/core/scripts/copy-pdfjs.ts"],
    [process.execPath, "packages/core/scripts/bundle-pdf-lib.ts"],
    [process.execPath, "packages/ocr/scripts/copy-models.ts"],
    [process.execPath, "packages/ocr/scripts/copy-runtime.ts"],
    [process.execPath, "packages/gateway/scripts/build-graphiql.ts"],
    [process.execPath, "packages/console/scripts/build.ts"],
    [process.execPath, "packages/gateway/scripts/list-licences.ts"],
    [process.execPath, "packages/rest-compat/scripts/build-reference-page.ts"],
    [process.execPath, "packages/n8n/scripts/copy-assets.mts"],
    [process.execPath, "packages/site/scripts/build.ts"],
  ],
  [[process.execPath, "packages/core/scripts/bundle-extract-text.ts"]],
  [
    [process.execPath, "packages/core/scripts/bundle-threads.ts"],
    [process.execPath, "packages/gateway/scripts/bundle-command-line.ts"],
    [process.execPath, "packages/gateway/scripts/bundle-service.ts"],
  ],
] as const;

for (const steps of STAGES) {
  const statuses = await Promise.all(
    steps.map(async ([command, argument]) => {
      const [status] = await once(spawn(command, [argument], { stdio: ["ignore", 2, 2] }), "exit");
      return status;
    }),
  );
  if (statuses.some((status) => status !== 0)) process.exit(1);
}
