import { MAX_PARTS } from "../../model/conversion-budget.ts";
import { paragraph, run, textSection, type Block, type FlowDocument } from "../../model/flow-document.ts";

const TAB_STOP = 8;

/** Text as it is: one paragraph a line, blanks at its start kept. */
export function readPlainText(text: string): FlowDocument {
  // One more than is read of a document, whose message says so.
  const blocks = text.split(/\r\n|[\n\r\u2028\u2029]/, MAX_PARTS + 1).flatMap(lineBlocks);
  const width = 595;
  return {
    title: "",
    sections: [textSection(blocks, { page: { width, height: 842, margin: 40 } })],
    notes: [],
    files: [],
  };
}

function lineBlocks(line: string): readonly Block[] {
  return line.split("\f").flatMap((part, index): readonly Block[] => {
    const text = paragraph([run(withoutTabs(part), { size: 9 })], { spaceAfter: 0 });
    return index === 0 ? [text] : [{ kind: "page-break" }, text];
  });
}

/** Tabs of plain text stop at every eighth character. */
function withoutTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let text = "";
  for (const [index, part] of line.split("\t").entries()) {
    if (index > 0) text = text.padEnd((Math.floor(text.length / TAB_STOP) + 1) * TAB_STOP);
    text += part;
  }
  return text;
}
