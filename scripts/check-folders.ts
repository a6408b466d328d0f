/** Fails if a folder of a package or of the tests holds more source files than a reader can keep in mind. */
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";

const MOST_FILES = 16;

/** Folders whose files are of one kind, so that the name of each is enough to find it. */
const OF_ONE_KIND = /\/(entities|migrations|stores|generated)$/;

const isSource = (path: string): boolean =>
  path.startsWith("test/")
    ? path.endsWith(".ts")
    : /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

const sources = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "packages", "test"],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter(isSource);
const files = Map.groupBy(sources, (path) => dirname(path));
const overfull = [...files].filter(
  ([folder, { length }]) => length > MOST_FILES && !OF_ONE_KIND.test(folder),
);
for (const [folder, { length }] of overfull) {
  console.log(
    `${folder} holds ${length} source files (at most ${MOST_FILES}): group them by what they work on.`,
  );
}
process.exit(overfull.length === 0 ? 0 : 1);
