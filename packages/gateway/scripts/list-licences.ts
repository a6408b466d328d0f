/** Writes the name, version and licence of every dependency that the service needs to run into dist. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const OWN = ["core", "rest-compat", "gateway"].map((name) =>
  fileURLToPath(new URL(`../../${name}/`, import.meta.url)),
);
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** Parts of these are packaged in files of the workspace's packages, without their optional dependencies. */
const PACKAGED: ReadonlySet<string> = new Set([
  "pdfjs-dist",
  "@cantoo/pdf-lib",
  "onnxruntime-common",
  "onnxruntime-node",
  "onnxruntime-web",
  "tesseract.js-core",
]);

/** What is packaged, but is no package of its own. */
const MODELS = { name: "PaddleOCR's models (en_PP-OCRv4)", version: "4", licence: "Apache-2.0" };

const names = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  version: z.string().default(""),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
});

const found = new Map<string, { name: string; version: string; licence: string }>();
const seen = new Set<string>();
const waiting = OWN.map((folder) => realpathSync(folder));
for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
  if (seen.has(folder)) continue;
  seen.add(folder);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const { name, version, license, licenses, dependencies, devDependencies } = manifest;
  const optionalDependencies = PACKAGED.has(name) ? {} : manifest.optionalDependencies;
  const isOwn = name.startsWith("@galley/");
  const packaged = Object.keys(devDependencies).filter((dependency) => PACKAGED.has(dependency) && isOwn);
  const licence = license ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
  if (!isOwn) found.set(`${name} ${version}`, { name, version, licence });
  for (const dependency of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...packaged]) {
    const place = folderOf(dependency, folder);
    if (place !== undefined) waiting.push(place);
  }
}

found.set(MODELS.name, MODELS);
const sorted = [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
mkdirSync(DIST, { recursive: true });
writeFileSync(join(DIST, "licences.json"), `${JSON.stringify(sorted)}\n`);

/** As Node finds it; undefined for an optional dependency that is not installed. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(join(place, "package.json"))) return realpathSync(place);
  }
  return undefined;
}
