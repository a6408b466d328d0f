/**
 * Makes a few files of the service and the packages that it imports, from what the compiler has written: of the service's
 * start, resolving and linking three thousand modules is more than half.
 *
 * What a service only loads with some settings stays apart if it has no modules of Galley's: such packages are large.
 * Does nothing when the bundle is up to date.
 */
import { globSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { z } from "zod";
import { changed } from "../../../scripts/changed.ts";
import { quickStart } from "../../../scripts/quick-start.ts";

const gateway = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(gateway, "dist/service");

const manifest = z
  .object({
    optionalDependencies: z.record(z.string(), z.string()),
    peerDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(gateway, "package.json"), "utf8")));

/** Packages that stay apart, with all of their entries. */
const APART: readonly string[] = [
  ...Object.keys(manifest.optionalDependencies),
  ...Object.keys(manifest.peerDependencies),
  "@galley/ocr",
  "@aws-sdk/client-s3",
  "@aws-sdk/lib-storage",
  "nodemailer",
];

/** The compiled packages of the workspace that the bundle holds. */
const OWN = new Map(
  ["core", "fields", "rest-compat"].map((name) => [
    `@galley/${name}`,
    join(realpathSync(join(gateway, `node_modules/@galley/${name}`)), "dist"),
  ]),
);

/** What other steps of the build write is no part of the service, and may be written each time. */
const NO_SOURCES = ["service", "docs", "graphiql", "reference-page", "**/*.bundle.js"];

const newest = Math.max(
  ...[join(gateway, "dist"), ...OWN.values()].flatMap((folder) =>
    globSync("**/*.{js,mjs}", { cwd: folder, exclude: NO_SOURCES }).map((name) =>
      changed(join(folder, name)),
    ),
  ),
  ...[fileURLToPath(import.meta.url), join(gateway, "../../pnpm-lock.yaml")].map(changed),
);
if (changed(join(target, "start.js")) < newest) await writeBundle();

async function writeBundle(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  await using build = await rolldown({
    input: join(gateway, "dist/start.js"),
    platform: "node",
    // An optional peer of type-graphql, which validates nothing here.
    external: (id) =>
      id === "class-validator" || APART.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [{ name: "addresses", transform: withAddress }, quickStart()],
  });
  const { output } = await build.write({
    dir: target,
    format: "esm",
    keepNames: true,
    comments: { legal: true },
  });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeFileSync(join(target, "NOTICES.txt"), noticesOf(modules));
}

/** Modules look for files beside themselves, where they are without the bundle. */
function withAddress(code: string, id: string): string | null {
  if (!code.includes("import.meta.url")) return null;
  if (id.startsWith(join(gateway, "dist") + sep)) {
    const address = `new URL(${JSON.stringify(urlPath(relative(target, id)))}, import.meta.url).href`;
    return code.replaceAll("import.meta.url", address);
  }
  for (const [name, folder] of OWN) {
    if (!id.startsWith(folder + sep)) continue;
    const path = JSON.stringify(`./${urlPath(relative(folder, id))}`);
    const address = `new URL(${path}, import.meta.resolve("${name}")).href`;
    return code.replaceAll("import.meta.url", address);
  }
  return null;
}

function urlPath(path: string): string {
  return path.split(sep).join("/");
}

/** The licences of the packages of others whose code the bundle holds. */
function noticesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(urlPath(id))?.[0] ?? []),
  );
  const notices = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const texts = globSync(["{LICENSE,LICENCE,License,license,NOTICE}{,.*}"], { cwd: folder });
    return [`${name} ${version}`, ...texts.map((text) => readFileSync(join(folder, text), "utf8"))].join(
      "\n\n",
    );
  });
  return notices.toSorted().join(`\n${"-".repeat(80)}\n\n`);
}
