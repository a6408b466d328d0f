import type { Browser } from "playwright-core";
import type { MadeDocument } from "./made-documents.ts";

/** A made document as PDF, and its structure as Markdown, from the elements of its HTML. */
export interface MadePdf {
  readonly name: string;
  readonly pdf: Uint8Array;
  readonly truth: string;
}

/** Prints the documents without tags, so that their structure must be found by geometry, or with tags. */
export async function madePdfs(
  browser: Browser,
  documents: readonly MadeDocument[],
  { tagged }: { readonly tagged: boolean },
): Promise<readonly MadePdf[]> {
  const page = await browser.newPage();
  const made: MadePdf[] = [];
  for (const { name, html } of documents) {
    await page.setContent(html);
    const truth = String(await page.evaluate(TRUTH));
    const hasRunningTexts = name.includes("headers and footers");
    const pdf = await page.pdf({
      tagged,
      preferCSSPageSize: true,
      ...(hasRunningTexts && { displayHeaderFooter: true, headerTemplate: HEADER, footerTemplate: FOOTER }),
    });
    made.push({ name, pdf, truth });
  }
  await page.close();
  return made;
}

const HEADER = '<div style="font-size:9px;margin-left:2cm">Water Authority, long report</div>';
const FOOTER = '<div style="font-size:9px;margin-left:2cm">Page <span class="pageNumber"></span></div>';

/** Runs in the page: writes its elements as Markdown. */
const TRUTH = `(() => {
  const own = (element) => {
    const copy = element.cloneNode(true);
    for (const nested of copy.querySelectorAll("ul, ol")) nested.remove();
    const style = getComputedStyle(element).textTransform;
    const text = copy.innerHTML.replace(/<br>/g, " ").replace(/<[^>]+>/g, "").replace(/&amp;/g, "&").replace(/\\s+/g, " ").trim();
    return style === "uppercase" ? text.toUpperCase() : text;
  };
  const item = (element, index) => {
    const marker = element.parentElement.tagName === "OL" ? (index + 1) + ". " : "- ";
    const nested = [...element.querySelectorAll(":scope > ul, :scope > ol")].map(list);
    return [marker + own(element), ...nested].join("\\n");
  };
  const list = (element) => [...element.children].map(item).join("\\n");
  const write = (element) => {
    const name = element.tagName;
    if (/^H[1-6]$/.test(name)) return "#".repeat(Number(name[1])) + " " + own(element);
    if (name === "UL" || name === "OL") return list(element);
    if (name === "TABLE") return element.outerHTML.replace(/<\\/?(?:thead|tbody|b)>/g, "");
    if (name === "PRE") return "\`\`\`\\n" + element.textContent + "\\n\`\`\`";
    if (name === "IMG") return "";
    if (element.children.length > 0 && name !== "P") return [...element.children].map(write).join("\\n\\n");
    return own(element);
  };
  return [...document.body.children].map(write).join("\\n\\n");
})()`;
