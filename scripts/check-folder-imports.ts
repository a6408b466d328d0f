/**
 * Fails if folders of the same parent import one another in a circle. dependency-cruiser checks circles of files; of
 * folders there may be circles without one of files, and then no reader can start at the bottom. A file that lies beside
 * folders counts as one of them. Tests and their doubles may import everything.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const CHECKED = ["packages/core/src"];

/** Folders below which circles are left, with those that are in them and the reason. */
const LEFT: readonly {
  readonly folder: string;
  readonly entries: readonly string[];
  readonly why: string;
}[] = [
  {
    folder: "packages/core/src/domain",
    entries: [
      "connectors",
      "fields",
      "jobs",
      "notifications",
      "oauth",
      "pipelines",
      "runs",
      "schedules",
      "webhooks",
      "workflows",
    ],
    why: "The end of a job wakes its run, queues its deliveries and the reading of its fields in one transaction, so each names the records of the others. They part once those records lie below the use cases.",
  },
  {
    folder: "packages/core/src/domain/jobs",
    entries: [
      "change-status.ts",
      "corrections",
      "find-jobs.ts",
      "job-ports.ts",
      "jobs.ts",
      "result",
      "submission",
      "turn.ts",
      "work",
    ],
    why: "jobs.ts declares the calls of all jobs and what they need; the use cases take their types from it, and it takes some of theirs.",
  },
];

const IMPORT = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...CHECKED], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/(testing|generated)\//.test(path));

const imports = sources.flatMap((from) =>
  [...readFileSync(from, "utf8").matchAll(IMPORT)].map(([, path = ""]) => ({
    from,
    to: join(dirname(from), path),
  })),
);

const circles = foldersOf(sources).flatMap((folder) =>
  circlesIn(graphOf(folder)).map((entries) => ({ folder, entries })),
);
const unexpected = circles.filter(({ folder, entries }) => {
  const left = new Set(LEFT.filter((one) => one.folder === folder).flatMap((one) => one.entries));
  return !entries.every((entry) => left.has(entry));
});
for (const { folder, entries } of unexpected) {
  console.log(
    `${folder}: these import one another in a circle: ${entries.join(", ")}. Move down what they share.`,
  );
}
const settled = LEFT.filter(({ folder }) => !circles.some((circle) => circle.folder === folder));
for (const { folder } of settled) console.log(`${folder} has no circle any more: remove it from LEFT.`);
process.exit(unexpected.length + settled.length === 0 ? 0 : 1);

function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].toSorted();
}

/** What each entry of a folder imports of the other entries. */
function graphOf(folder: string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [own, other] = [entryOf(from, folder), entryOf(to, folder)];
    if (own === undefined || other === undefined || own === other) continue;
    graph.set(own, (graph.get(own) ?? new Set()).add(other));
  }
  return graph;
}

function entryOf(path: string, folder: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined;
}

/** The sets of entries that reach one another. */
function circlesIn(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((entry) => [entry, reachedFrom(entry, graph)]));
  const found = new Map<string, readonly string[]>();
  for (const [entry, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(entry) === true).toSorted();
    if (circle.length > 0) found.set(circle.join(), circle);
  }
  return [...found.values()];
}

function reachedFrom(entry: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of graph.get(next) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      open.push(other);
    }
  }
  return reached;
}
