import { expect, test } from "vitest";
import { readPageWith, textOf } from "../testing/read-glyphs.ts";
import { onePagePdf, type PdfObject } from "../testing/tiny-pdf.ts";
import { nativeEngine } from "./native-engine.ts";

/** The text of `shown` (a string operand) in the font that is object 10. */
async function textIn(shown: string, ...objects: readonly PdfObject[]): Promise<string> {
  const bytes = onePagePdf(`BT /F2 10 Tf 20 30 Td ${shown} Tj ET`, {
    resources: "/Font << /F2 10 0 R >>",
    objects,
  });
  return textOf(await readPageWith(nativeEngine, bytes));
}

test("a Type 1 program without another encoding gives its own", async () => {
  const header = `%!PS-AdobeFont-1.0: Made
11 dict begin /FontType 1 def /FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for
dup 12 /fi put dup 11 /alpha put dup 59 /comma put readonly def
currentdict end currentfile eexec `;
  const text = await textIn(
    "<0B3B0C>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Made /FirstChar 11 /LastChar 59 /FontDescriptor 11 0 R /Widths 13 0 R >>",
    "<< /Type /FontDescriptor /FontName /Made /Flags 4 /FontFile 12 0 R >>",
    { entries: `/Length1 ${header.length} /Length2 4 /Length3 0`, bytes: `${header}abcd` },
    `[${"500 ".repeat(49)}]`,
  );
  expect(text).toBe("α,ﬁ");
});
