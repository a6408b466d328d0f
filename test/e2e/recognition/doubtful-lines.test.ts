import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { photographedPage, turnedPng } from "@galley/core/testing";
import { expect, test } from "vitest";
import { invoice } from "../../fixtures/business.ts";
import { runGalley } from "../../support/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("lines of a photographed invoice that Tesseract misreads are read by the models that ship", async () => {
  await using folder = temporaryFolder();
  const photograph = join(folder.path, "invoice.png");
  await writeFile(photograph, turnedPng(await photographedPage(invoice().bytes, 1), 0));
  const { stdout } = await runGalley(["extract", photograph, "--mode", "high_quality"]);
  const text = stdout.replaceAll(/ +/gu, " ");
  expect(text).toContain("Sailmaker Row");
  expect(text).toContain("Payable within 30 days without deduction.");
}, 240_000);
