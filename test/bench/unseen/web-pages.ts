import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { type MadeDocument, madeDocuments } from "../quality/structure/made-documents.ts";
import { type MadePdf, madePdfs } from "../quality/structure/made-truth.ts";
import { type LabelledDocument, partOf } from "./labelled-document.ts";

/** Looks that the made documents do not have, each as style rules after those of the document. */
const LOOKS = [
  'body { font: 9.5pt/1.25 "DejaVu Sans", sans-serif } h2 { font-size: 10.5pt; color: #05a } td, th { padding: 1pt 4pt }',
  'body { font: 12pt/1.8 "DejaVu Serif", serif } h2 { font-size: 12pt; font-style: italic; font-weight: normal } td, th { border: 0; padding: 6pt 20pt 6pt 0 }',
  "td, th { border: 0; border-left: 1px solid #666 } table { width: 100%; font-size: 9pt } h2 { border-top: 2px solid #000; padding-top: 4pt }",
  'body { font: 10pt/1.3 "Liberation Sans Narrow", "Liberation Sans", sans-serif } td, th { padding: 1pt 3pt; border-bottom: 0.5px solid #aaa } h2 { text-align: right; font-size: 14pt }',
  "@page { size: letter; margin: 1in 1.5in } h1, h2 { text-align: center; font-variant: small-caps } p { text-indent: 2em; margin: 0; text-align: justify } table { margin: 8pt auto }",
  "main, body > p { margin-left: 4cm } h2 { font-size: 12pt } td, th { border: 1px dotted #555; padding: 4pt } table { background: #f6f6f6 }",
  'body { font: 8.5pt/1.2 "Liberation Serif", serif } p { margin: 3pt 0 } td, th { padding: 0 5pt } th { font-weight: normal; font-style: italic } h2 { font-size: 8.5pt; text-transform: uppercase }',
  "body { border-left: 2px solid #c00; padding-left: 8pt } table { border: 3px double #000 } td, th { border: 0 } h2 { background: #333; color: #fff; padding: 3pt }",
] as const;

/** A document is printed in one of this many looks, so that the bench takes a minute. */
const LOOKS_OF_ONE = 4;

/** Made documents printed by Chromium in other looks, without tags: a part has looks that no other one has. */
export async function webPages(work: string): Promise<readonly LabelledDocument[]> {
  const executable = chromiumPath();
  if (executable === undefined) return [];
  const folder = join(work, "web");
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser(executable);
  try {
    const documents: LabelledDocument[] = [];
    for (const [index, look] of LOOKS.entries()) {
      const made = await madePdfs(browser, documentsIn(look, index), { tagged: false });
      documents.push(...made.map((one) => writtenTo(folder, index, one)));
    }
    return documents;
  } finally {
    await browser.close();
  }
}

function documentsIn(look: string, index: number): readonly MadeDocument[] {
  return madeDocuments()
    .filter((_, at) => at % LOOKS_OF_ONE === index % LOOKS_OF_ONE)
    .map(({ name, html }) => ({ name, html: html.replace("</style>", `${look}</style>`) }));
}

function writtenTo(folder: string, look: number, { name, pdf, truth }: MadePdf): LabelledDocument {
  const path = join(folder, `${look}-${name.replaceAll(/\W+/gu, "-")}.pdf`);
  if (!existsSync(path)) writeFileSync(path, pdf);
  return { name: `${look} ${name}`, path, truth, isTablesOnly: false, part: partOf(look) };
}
