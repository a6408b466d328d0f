import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

test.each([
  ["are mapped to their visual shape", ".(בג) א"],
  ["are mapped to logical characters", ".)בג( א"],
])("brackets that %s enclose their word from right to left", (_, seen) => {
  const page = new PageBuilder().text(seen, 100, 100).build();
  expect(layoutPage(page, OPTIONS).text).toBe("א (גב).");
});
