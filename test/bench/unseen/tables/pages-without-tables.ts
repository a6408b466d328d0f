import type { Random } from "../../../fixtures/random.ts";

const SENTENCES = [
  "The committee met in the second week of March to review the figures of 2022.",
  "Most of the increase came from new contracts in the northern region, where demand had been weak before.",
  "Costs of transport rose by a fifth, although fuel became cheaper in the autumn.",
  "Three of the seven sites were inspected without notice; no serious faults were found.",
  "A working group will present its proposals before the end of the summer.",
  "The agreement covers deliveries to all members, including those that joined after 1998.",
  "Further details are given in the annex, together with the method of calculation.",
  "It is not expected that the share of imported goods, 14.6 percent, will change within the next two years.",
  "Staff were asked to report delays at once, so that replacements could be arranged.",
  "The results confirm earlier observations, but the sample is too small for a general statement.",
  "In 12 counties the offices remained closed.",
  "Nobody objected.",
] as const;

export function prose(random: Random, sentences: number): string {
  return Array.from({ length: sentences }, () => random.pick(SENTENCES)).join(" ");
}

function many(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join("");
}

/** What is set in columns or beside labels but is no table, as HTML with its style rules. */
export function pageWithoutTable(random: Random): string {
  const text = (sentences = 1): string => prose(random, sentences);
  const short = (): string => text().split(" ").slice(0, random.int(2, 5)).join(" ");
  const columns = random.int(2, 3);
  const kinds: readonly [() => string, ...(() => string)[]] = [
    () =>
      `<style>main { columns: ${columns}; column-gap: ${random.pick([10, 16, 24])}pt; text-align: ${random.pick(["left", "justify"])} }</style><main>${many(9, () => `<p>${text(random.int(2, 5))}</p>`)}</main>`,
    () =>
      `<style>main { columns: ${columns} } h4 { margin: 4pt 0; font-size: 1em }</style><main>${many(6, () => `<h4>${short()}</h4><p>${text(3)}</p><ul><li>${text()}</li><li>${short()}</li></ul>`)}</main>`,
    () =>
      `<ol>${many(6, () => `<li>${text(2)}<ul><li>${short()}</li><li>${text()}</li><li>${short()}</li></ul></li>`)}</ol>`,
    () =>
      `<style>dt { float: left; width: 9em; clear: left; font-weight: ${random.pick(["bold", "normal"])} } dd { margin: 0 0 5pt 10em }</style><dl>${many(8, () => `<dt>${short()}</dt><dd>${text(random.int(1, 3))}</dd>`)}</dl>`,
    () =>
      `<style>p.r { padding-left: 2.5em; text-indent: -2.5em }</style>${many(12, (at) => `<p class="r">[${at + 1}]&ensp;${text(2)}</p>`)}`,
    () =>
      `<style>p.c { margin: 2pt 0; display: flex; justify-content: space-between }</style><h2>Contents</h2>${many(14, (at) => `<p class="c"><span>${random.chance(0.5) ? `${1 + (at >> 2)}.${at % 4}&emsp;` : ""}${short()}</span><span>${3 + 4 * at + random.int(0, 3)}</span></p>`)}`,
    () =>
      `<style>main { columns: 3; font-size: .85em } p { margin: 0; padding-left: 1em; text-indent: -1em }</style><main>${many(80, (at) => `<p>${short()}, ${at + 3}, ${at + 20}–${at + 24}</p>`)}</main>`,
    () =>
      `<style>.h { display: flex; justify-content: space-between; margin-bottom: 40pt }</style><div class="h"><div>Office of the Treasurer<br>12 Harbour Road<br>4020 Westfield</div><div>Date: 12 March 2024<br>Reference: KX-1204<br>Telephone: 0555 1234</div></div>${many(4, () => `<p>${text(4)}</p>`)}<div class="h"><div>A. Miller<br>Treasurer</div><div>B. Jones<br>Head of office</div></div>`,
    () =>
      `<style>p { padding-left: 7em; text-indent: -7em } b { display: inline-block; width: 7em; text-indent: 0 }</style>${many(10, (at) => `<p><b>${at % 2 === 0 ? "Mr SMITH:" : "The CHAIR:"}</b>${text(random.int(1, 4))}</p>`)}`,
    () =>
      `<style>section { display: flex; gap: 16pt } section h4 { width: 8em; margin: 12pt 0 0; text-align: right }  section p { flex: 1 }</style>${many(5, () => `<section><h4>${short()}</h4><p>${text(4)}</p></section>`)}`,
    () =>
      `<style>main { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 14pt } article { ${random.pick(["", "border: 1px solid #888; padding: 6pt", "border-top: 2pt solid #246"])} }</style><main>${many(6, () => `<article><b>${short()}</b><br>${text(random.int(1, 3))}</article>`)}</main>`,
    () =>
      many(
        8,
        (at) => `<p style="margin-left: ${2 * (at % 3)}em">(${"abcdefgh"[at]}) ${text(random.int(1, 3))}</p>`,
      ),
  ];
  return random.pick(kinds)();
}
