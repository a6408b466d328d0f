import { expect, test } from "vitest";
import { extractText } from "../../index.ts";

test.each([
  [{ wordConfidenceThreshold: 3 }, "wordConfidenceThreshold: expected at most 1"],
  [{ medianFilterSize: -1 }, "medianFilterSize: expected at least 0"],
  [{ horizontalStretchFactor: 0 }, /^horizontalStretchFactor: expected (at least|more than) /],
  [{ pageSeparator: "x".repeat(1001) }, "pageSeparator: expected at most 1000 characters"],
])("the options %j are rejected with the limit", async (options, message) => {
  await expect(extractText(new Uint8Array(1), options)).rejects.toThrow(message);
});
