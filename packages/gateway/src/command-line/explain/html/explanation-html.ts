import { createHash } from "node:crypto";
import type { ExplainedDecision, PageExplanation, PageRegion, Question, Reason } from "@galley/core";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

const TITLES = {
  text_source: "Text source",
  tags: "Tags",
  drawing: "Charts, diagrams and other drawings",
  gutter: "Gutters",
  column: "Columns of tables",
  table: "Tables",
  row: "Rows of tables",
  header_rows: "Header rows",
  paragraph: "Paragraphs, line by line",
  heading: "Headings",
  list: "Lists",
  footnote: "Footnotes",
  caption: "Captions",
  running_header: "Running headers and footers",
  continuation: "Continued from above",
} as const satisfies Record<Question, string>;

/** Sections that are closed at first: they have an entry for each line. */
const CLOSED: ReadonlySet<Question> = new Set(["paragraph", "column"]);

/** A page of its own that shows the picture with the regions, and the decisions beside it. It requests nothing. */
export function explanationHtml(
  explanation: PageExplanation,
  { name, png }: { readonly name: string; readonly png: Uint8Array },
): string {
  const { page, regions, decisions, omitted } = explanation;
  const title = `Page ${page} of ${name}`;
  const sections = [...Map.groupBy(decisions, ({ question }) => question)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}, explained</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1>
<p>${regions.length} regions, ${decisions.length} decisions${omitted > 0 ? `, ${omitted} more left out` : ""}. Select a region to see why it is what it is, or a decision to see where it was made.</p></header>
<main>
<figure>${picture(explanation, png)}<figcaption>${legend(regions)}</figcaption></figure>
<div class="why">
<p class="chosen" hidden><span id="chosen"></span> <button type="button" id="all">Show all decisions</button></p>
<h2>Regions</h2>
<ol class="regions">${regions.map((region) => regionEntry(region)).join("\n")}</ol>
${sections.map(([question, own]) => section(question, own)).join("\n")}
</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function picture({ page, width, height, regions }: PageExplanation, png: Uint8Array): string {
  const boxes = regions.map(
    (region) =>
      `<g class="region ${groupOf(region)}" data-region="${region.id}" tabindex="0" role="button" aria-label="${escaped(labelOf(region))}"><title>${escaped(labelOf(region))}</title>${rect(region.box)}${region.parts.map((part) => rect(part, "part")).join("")}</g>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="Page ${page} with its regions"><image href="data:image/png;base64,${Buffer.from(png).toString("base64")}" width="${width}" height="${height}" preserveAspectRatio="none"/>${boxes.join("")}<rect id="place" class="place" width="0" height="0"/></svg>`;
}

function rect({ x0, y0, x1, y1 }: PageRegion["box"], name?: string): string {
  const shape = `x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(y1 - y0)}"`;
  return `<rect ${shape}${name === undefined ? "" : ` class="${name}"`}/>`;
}

/** Kinds of regions that share a colour. */
const GROUPS = {
  title: "heading",
  heading: "heading",
  paragraph: "text",
  footnote: "margin",
  page_header: "margin",
  page_footer: "margin",
  page_number: "margin",
  caption: "figure",
  formula: "text",
  code: "text",
  list: "list",
  table: "table",
  figure: "figure",
  form_field: "list",
  check_box: "list",
} as const satisfies Record<PageRegion["kind"], string>;

function groupOf({ kind }: PageRegion): string {
  return GROUPS[kind];
}

const LEGEND = {
  heading: "titles and headings",
  text: "paragraphs, code, formulas",
  list: "lists and fields",
  table: "tables",
  figure: "figures and captions",
  margin: "headers, footers, footnotes",
} as const satisfies Record<(typeof GROUPS)[keyof typeof GROUPS], string>;

function legend(regions: readonly PageRegion[]): string {
  const groups = new Set(regions.map((region) => groupOf(region)));
  return Object.entries(LEGEND)
    .filter(([group]) => groups.has(group))
    .map(([group, meaning]) => `<span class="key ${group}">${meaning}</span>`)
    .join(" ");
}

function labelOf({ kind, level, text }: PageRegion): string {
  return `${nameOf(kind)}${level === undefined ? "" : ` ${level}`}: ${text}`;
}

function nameOf(kind: PageRegion["kind"]): string {
  return kind.replaceAll("_", " ");
}

function regionEntry(region: PageRegion): string {
  const { id, kind, level, text } = region;
  const name = `<span class="key ${groupOf(region)}">${nameOf(kind)}${level === undefined ? "" : ` ${level}`}</span>`;
  return `<li><button type="button" data-region="${id}">${name} ${escaped(text)}</button></li>`;
}

function section(question: Question, decisions: readonly ExplainedDecision[]): string {
  const accepted = decisions.filter((decision) => decision.accepted).length;
  const counts = `${accepted} accepted, ${decisions.length - accepted} rejected`;
  return `<details class="question"${CLOSED.has(question) ? "" : " open"}><summary><h2>${TITLES[question]}</h2> <span>${counts}</span></summary>
<ol>${decisions.map((decision) => entry(decision)).join("\n")}</ol></details>`;
}

function entry({ id, accepted, outcome, box, region, score, threshold, reasons }: ExplainedDecision): string {
  const place = [box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0].map(round).join(" ");
  const scored =
    score === undefined ? "" : `<p>Score ${shown(score)}, accepted from ${shown(threshold ?? 0)} on.</p>`;
  const table =
    reasons.length === 0
      ? ""
      : `<table><thead><tr><th>Fact<th>Value<th>Limit<th>Points</thead><tbody>${reasons.map((reason) => row(reason)).join("")}</tbody></table>`;
  return `<li id="${id}" class="${accepted ? "accepted" : "rejected"}" data-box="${place}"${region === null ? "" : ` data-of="${region}"`}><details><summary><b>${accepted ? "Accepted" : "Rejected"}</b> ${escaped(outcome)}</summary>${scored}${table}</details></li>`;
}

function row({ fact, value, limit, weight }: Reason): string {
  const cells = [fact, shown(value), limit ?? "", shown(weight)];
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;
}

function shown(value: number | string | undefined): string {
  return typeof value === "number" ? String(round(value)) : (value ?? "");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
