import { expect, test } from "vitest";
import { UsageError } from "./usage-error.ts";
import { recogniserFor, recognitionIn } from "./recognition-arguments.ts";
import { serveHttp } from "../outbound/testing/target-server.ts";

const PICTURE = { png: Buffer.from("picture"), width: 10, height: 10, dpi: 300, lang: "eng" };

test("--tessdata must be an existing folder", () => {
  expect(recognitionIn({ tessdata: import.meta.dirname })).toEqual({
    tessdata: import.meta.dirname,
    ocrUrl: undefined,
  });
  for (const tessdata of ["", "/no/such/folder", import.meta.filename]) {
    expect(() => recognitionIn({ tessdata })).toThrow(UsageError);
  }
});

test("--ocr-url names a service, which may be on the same machine", async () => {
  const answer = { words: [{ text: "Hi", box: [1, 2, 3, 4] }] };
  await using server = await serveHttp((_, response) => response.end(JSON.stringify(answer)));
  const recognise = await recogniserFor(recognitionIn({ ocrUrl: server.url }));
  expect(await recognise?.(PICTURE, new AbortController().signal)).toMatchObject([{ text: "Hi" }]);
});

test.each(["", "no address", "file:///etc/passwd"])("--ocr-url %j is rejected", (url) => {
  expect(() => recognitionIn({ ocrUrl: url })).toThrow(/^--ocr-url: /);
});
