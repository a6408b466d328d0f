import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));

test("every message of the troubleshooting page is in the source", () => {
  const page = readFileSync(`${ROOT}docs/guides/troubleshooting.md`, "utf8");
  const messages = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = ""]) => message);
  const sources = globSync("packages/{core,gateway,rest-compat}/src/**/*.ts", {
    cwd: ROOT,
    exclude: ["**/*.test.ts"],
  }).map((path) => readFileSync(`${ROOT}${path}`, "utf8"));
  const parts = messages
    .flatMap((message) => message.split("…"))
    .map((part) => part.trim().replace(/^:$/, ""));
  const unknown = parts.filter((part) => part !== "" && !sources.some((source) => source.includes(part)));
  expect([messages.length > 20, unknown]).toEqual([true, []]);
});
