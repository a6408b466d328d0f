import { expect, test } from "vitest";

import { snippetsOf } from "./snippets.ts";

const uploaded = {
  file: { name: 'it\'s a "report".pdf', bytes: 1, mediaType: "application/pdf", sha256: "" },
  source: null,
  mode: "TABLE",
  outputMode: "TEXT",
  tag: "default",
  options: { pages: "1-3", lang: "eng" },
} as const;

const codeOf = (name: string, job: Parameters<typeof snippetsOf>[0] = uploaded): string =>
  snippetsOf(job, "https://galley.example").find((snippet) => snippet.name === name)?.code ?? "";

test("curl quotes the name for the shell", () => {
  expect(codeOf("curl")).toContain(String.raw`-T 'it'\''s a "report".pdf'`);
});

test("curl puts the values of its variables into the JSON", () => {
  expect(codeOf("curl")).toContain(`"input":{"upload":"'"$UPLOAD"'","options"`);
  expect(codeOf("curl")).toContain(`"variables":{"id":"'"$JOB"'"}`);
});

test("Python quotes the name", () => {
  expect(codeOf("Python")).toContain(String.raw`name = "it's a \"report\".pdf"`);
});

test.each(["curl", "JavaScript", "Python", "GraphQL"])(
  "%s has the options that differ from the defaults",
  (name) => {
    const code = codeOf(name);
    expect(code).toContain("TABLE");
    expect(code).toContain("1-3");
    expect(code).toContain("TEXT");
    expect(code).not.toContain("lang");
    expect(code).not.toContain('"tag"');
  },
);

test.each(["curl", "JavaScript", "Python"])("%s submits an address without an upload", (name) => {
  const source = { name: "a.pdf", url: "https://docs.example/a.pdf" };
  const code = codeOf(name, { ...uploaded, file: null, source });
  expect(code).toContain("https://docs.example/a.pdf");
  expect(code).not.toContain("/uploads/");
});
