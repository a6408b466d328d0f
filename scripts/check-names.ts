/**
 * Checks what no linter checks: catch-all file names, words of the documented REST area outside its package,
 * numbered steps.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const DRAWER = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.ts$)/;
const LEGACY_WORD = /whisper|line_?splitter/i;
const NUMBERED_STEP = /^\s*(\/\/|\*)\s*(step\s+\d|\d+[.)]\s)/i;
const SPEAKS_LEGACY =
  /^(packages\/rest-compat\/|packages\/n8n\/src\/webhook-message|test\/|scripts\/check-names)/;

const files = spawnSync("git", ["ls-files", "*.ts"], { encoding: "utf8" })
  .stdout.split("\n")
  .filter(existsSync);

const faults = files.flatMap((file) => [
  ...(DRAWER.test(file) ? [`${file}: a catch-all name; name the file for its subject`] : []),
  ...readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => faultsOf(file, line).map((fault) => `${file}:${index + 1}: ${fault}`)),
]);

for (const fault of faults) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);

function faultsOf(file: string, line: string): string[] {
  return [
    ...(LEGACY_WORD.test(line) && !SPEAKS_LEGACY.test(file) && !sampleCall(file)
      ? ["a word of the REST area"]
      : []),
    ...(NUMBERED_STEP.test(line) ? ["a numbered step"] : []),
  ];
}

/** The greeting of the service contains a sample call of the REST area. */
function sampleCall(file: string): boolean {
  return file.startsWith("packages/gateway/src/server/");
}
