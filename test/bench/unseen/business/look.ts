import type { Random } from "../../../fixtures/random.ts";

/** How a business page is set. */
export interface BusinessLook {
  readonly pairs: "columns" | "lines" | "under" | "double";
  readonly hasColons: boolean;
  readonly style: string;
}

const RULES = {
  none: "",
  rows: "$ td { border-bottom: .5pt solid #999 }",
  head: "$ tr.head td { border-bottom: 1pt solid #000 }",
  booktabs:
    "$ { border-top: 1pt solid #000; border-bottom: 1pt solid #000 } $ tr.head td { border-bottom: .6pt solid #000 }",
  grid: "$ td { border: .5pt solid #444 }",
  columns:
    "$ { border: .5pt solid #444 } $ td + td { border-left: .5pt solid #444 } $ tr.head td { border-bottom: .5pt solid #444 }",
  zebra: "$ tr.odd td { background: #eef1f4 }",
  filled: "$ tr.head td { background: #2b4a6b; color: #fff }",
  "filled-rows": "$ tr.head td { background: #ddd } $ td { border-bottom: .4pt solid #bbb }",
} as const;

/** A look of independent choices. */
export function businessLook(random: Random): BusinessLook {
  const size = random.pick([7.5, 8.5, 9, 10, 11]);
  const page = random.pick(["A4", "A4", "letter"]);
  const margin = random.pick([1.4, 2, 2.5]);
  const font = random.pick([
    "Liberation Sans",
    "Liberation Sans",
    "DejaVu Sans",
    "DejaVu Serif",
    "DejaVu Sans Condensed",
    "Noto Sans CJK JP",
  ]);
  const rules = RULES[
    random.pick(["none", "rows", "head", "booktabs", "grid", "columns", "zebra", "filled", "filled-rows"])
  ].replaceAll("$", "table");
  const gap = random.pick([0.8, 1.5, 4, 8]);
  const valueAlign = random.pick(["left", "left", "right"]);
  const labelAlign = random.pick(["left", "left", "left", "right"]);
  const title = random.pick([1.3, 1.6, 2.2]);
  const cellPlace = random.pick(["top", "top", "top", "middle", "bottom"]);
  const section = random.pick([
    "font-size: 1.25em",
    "font-size: 1.15em; color: #246",
    "font-size: 1.1em; border-bottom: .7pt solid #246",
    "font-size: 1.3em; font-weight: normal",
    "font-size: 1em; text-transform: uppercase; background: #e6eaee; padding: 2pt 4pt",
  ]);
  const style = `@page { size: ${page}; margin: ${margin}cm } body { margin: 0; font: ${size}pt/${random.pick([1.15, 1.25, 1.4, 1.6])} "${font}" }
    p { margin: 0 0 ${random.pick([0.5, 0.8, 1.1])}em } h1 { font-size: ${title}em; margin: 1.2em 0 .6em; ${random.pick(["", "", "text-transform: uppercase", "text-align: center", "text-align: right"])} }
    h2 { margin: 1.1em 0 .5em; ${section} } ul { margin: .4em 0; padding-left: 1.6em }
    .row { display: flex; justify-content: space-between; gap: ${random.pick([2, 4])}em; margin-bottom: ${random.pick([1.2, 2, 3])}em; align-items: ${random.pick(["start", "start", "end"])} }
    .small { font-size: .72em } .strong { font-weight: bold } .label { font-weight: ${random.pick(["normal", "bold"])}; ${random.pick(["", "color: #567", "font-size: .9em"])} }
    .columns, .double { display: grid; width: max-content; column-gap: ${gap}em; row-gap: ${random.pick([0, 0, 0.3])}em } .columns { grid-template-columns: auto auto } .double { grid-template-columns: auto auto auto auto }
    .columns .value { text-align: ${valueAlign} } .columns .label { text-align: ${labelAlign} }
    .under { display: flex; flex-wrap: wrap; gap: .6em 2.5em; margin-bottom: 1em }
    .totals { margin: ${random.pick([0.2, 1])}em 0 1.4em auto; ${random.pick(["", "width: 45%"])} } .totals .value { text-align: right }
    .totals > :nth-last-child(-n + 2) { ${random.pick(["", "font-weight: bold", "font-weight: bold; border-top: .7pt solid #000"])} }
    table { border-collapse: collapse; margin: .8em 0; ${random.pick(["width: 100%", "width: 100%", ""])} } ${rules}
    td { padding: ${random.pick([0.5, 1.5, 3, 5])}pt ${random.pick([0.35, 0.6, 1])}em; vertical-align: ${cellPlace} } td.number { text-align: ${random.pick(["right", "right", "right", "left"])}; white-space: nowrap }
    td.short { white-space: nowrap } td.middle { vertical-align: middle } td.text { max-width: ${random.pick([14, 22, 30])}em } td:first-child { padding-left: ${random.pick([0, 0.4])}em } td .detail { ${random.pick(["", "font-size: .85em", "color: #666; font-size: .9em", "font-style: italic"])} }
    tr.head td { ${random.pick(["font-weight: bold", "font-weight: bold", "", "font-style: italic"])}; vertical-align: bottom } tr.section td { font-weight: bold } 
    footer { display: flex; justify-content: space-between; gap: 2em; font-size: .75em; margin-top: ${random.pick([2, 5])}em; ${random.pick(["", "border-top: .5pt solid #888; padding-top: .6em"])} }
    .entry { display: grid; grid-template-columns: 9em 1fr; margin-bottom: .7em }`;
  return {
    pairs: random.pick<BusinessLook["pairs"]>(["columns", "columns", "lines", "under", "double"]),
    hasColons: random.chance(0.5),
    style,
  };
}
