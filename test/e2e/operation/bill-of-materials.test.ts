import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "vitest";
import { z } from "zod";
import { pnpm, run } from "../../support/packed.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

const billSchema = z.object({
  specVersion: z.literal(Spec.Version.v1dot7),
  components: z.array(
    z.object({ name: z.string(), purl: z.string(), licenses: z.array(z.unknown()).optional() }),
  ),
});
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

test("the bill of materials follows the schema of CycloneDX and lists what the image contains, with licences", async () => {
  await using folder = temporaryFolder();
  const path = join(folder.path, "galley.cdx.json");
  const [command, ...words] = pnpm();
  await run(command, [...words, "run", "image:contents", "--out", path], { cwd: REPOSITORY });
  const text = await readFile(path, "utf8");
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot7);
  expect(await validator.validate(text)).toBeNull();

  const { components } = billSchema.parse(JSON.parse(text));
  const packages = new Set(components.map(({ purl }) => purl.replace(/^pkg:npm\/|@[^@]*$/g, "")));
  const manifests = [
    "packages/gateway/package.json",
    "packages/core/package.json",
    "deploy/image-packages/package.json",
  ];
  for (const manifest of manifests) {
    const { dependencies } = manifestSchema.parse(
      JSON.parse(await readFile(join(REPOSITORY, manifest), "utf8")),
    );
    const missing = Object.keys(dependencies).filter((name) => !packages.has(name.replace("@", "%40")));
    expect({ manifest, missing }).toEqual({ manifest, missing: [] });
  }
  expect(packages).not.toContain("vitest");
  expect(packages).not.toContain("azurite");
  const unlicensed = components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name);
  // Their manifests have the list "licenses" of old versions of npm, which pnpm does not read. All have the MIT licence.
  expect(unlicensed.toSorted()).toEqual(["buildcheck", "busboy", "cpu-features", "ssh2", "streamsearch"]);
});
