/** A document in HTML; its elements are its structure. */
export interface MadeDocument {
  readonly name: string;
  readonly html: string;
}

/** Documents of many kinds, each with headings, text and what the kind is known for. */
export function madeDocuments(): readonly MadeDocument[] {
  return KINDS.map(([name, style, body]) => ({ name, html: page(style, body) }));
}

function page(style: string, body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><style>
    @page { size: A4; margin: 2cm } body { font: 11pt/1.4 "Liberation Serif", serif; margin: 0 }
    table { border-collapse: collapse; margin: 12pt 0 } td, th { padding: 3pt 8pt; text-align: left; vertical-align: top }
    ${style}</style></head><body>${body}</body></html>`;
}

const SENTENCES = [
  "The committee met in the second week of March to review the figures of the previous year.",
  "Most of the increase came from new contracts in the northern region, where demand had been weak before.",
  "Costs of transport rose by a fifth, although fuel became cheaper in the autumn.",
  "Three of the seven sites were inspected without notice; no serious faults were found.",
  "A working group will present its proposals before the end of the summer.",
  "The agreement covers deliveries to all members, including those that joined later.",
  "Further details are given in the annex, together with the method of calculation.",
  "It is not expected that the share of imported goods will change within the next two years.",
  "Staff were asked to report delays at once, so that replacements could be arranged.",
  "The results confirm earlier observations, but the sample is too small for a general statement.",
] as const;

/** A paragraph of `count` sentences from `from` on. */
function text(from: number, count = 4): string {
  const sentences = Array.from(
    { length: count },
    (_, index) => SENTENCES[(from + index * 3) % SENTENCES.length],
  );
  return `<p>${sentences.join(" ")}</p>`;
}

function prose(from: number, paragraphs = 3): string {
  return Array.from({ length: paragraphs }, (_, index) =>
    text(from + index * 2, 3 + ((from + index) % 3)),
  ).join("");
}

const GOODS = [
  "Copper wire",
  "Steel bolts M8",
  "Cable ties",
  "Junction box",
  "Circuit breaker",
  "Hand tools",
  "Work gloves",
  "Light switch",
];
const PLACES = [
  "Austria",
  "Belgium",
  "Denmark",
  "Estonia",
  "Finland",
  "Greece",
  "Hungary",
  "Ireland",
  "Latvia",
  "Poland",
];

function row(cells: readonly (string | number)[], name = "td"): string {
  return `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join("")}</tr>`;
}

function numbers(seed: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    ((((seed + 7) * (index + 13) * 7919) % 98765) / 10).toFixed(1),
  );
}

function table(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  attributes = "",
): string {
  return `<table ${attributes}><thead>${row(heads, "th")}</thead><tbody>${rows.map((cells) => row(cells)).join("")}</tbody></table>`;
}

function countries(count: number, seed = 1): readonly (readonly string[])[] {
  return PLACES.slice(0, count).map((place, index) => [place, ...numbers(seed + index, 3)]);
}

const YEARS = ["Country", "2021", "2022", "2023"];
const RULED = "td, th { border: 1px solid #333 }";
const BOOKTABS =
  "table { border-top: 2px solid #000; border-bottom: 2px solid #000 } thead { border-bottom: 1px solid #000 } td:not(:first-child), th:not(:first-child) { text-align: right }";
const SANS = 'body { font: 10pt/1.45 "Liberation Sans", sans-serif }';

function list(name: "ul" | "ol", items: readonly string[]): string {
  return `<${name}>${items.map((item) => `<li>${item}</li>`).join("")}</${name}>`;
}

const POINTS = [
  "check the pressure before each start",
  "replace the filter after two hundred hours of operation, or earlier if the air in the room is dusty and the fan runs at full speed",
  "keep a record of every repair",
  "inform the manufacturer of unusual noise",
];

function section(title: string, seed: number, level = 2): string {
  return `<h${level}>${title}</h${level}>${prose(seed, 2)}`;
}

const REPORT = `<h1>Annual Report of the Water Authority</h1>${prose(1)}${section("Summary of the Year", 2)}${section("Finances", 5)}${table(YEARS, countries(6))}${section("Staff and Training", 4)}${section("Outlook", 7)}`;

/** Kinds whose figures were read once before any rule was changed for them. */
const HELD_OUT: readonly (readonly [name: string, style: string, body: string])[] = [
  [
    "application form with labels and values",
    `${SANS} .row { display: flex; gap: 16pt; margin: 6pt 0 } .row p { margin: 0; flex: 1; border-bottom: 0.5pt solid #000 } h2 { font-size: 12pt; background: #ddd; padding: 2pt }`,
    `<h1>Application for a Permit</h1>${text(2, 2)}<h2>Applicant</h2><div class="row"><p>Family name: Lind</p><p>Given name: Anna</p></div><div class="row"><p>Date of birth: 4 May 1971</p><p>Nationality: Swedish</p></div><p>Address: 14 Harbour Road, Bristol</p><h2>Purpose</h2>${text(4, 3)}<h2>Declaration</h2>${text(1, 2)}<div class="row"><p>Place and date: Bristol, 2 June 2024</p><p>Signature: A. Lind</p></div>`,
  ],
  [
    "Korean",
    'body { font: 11pt/1.7 "Noto Sans CJK KR", "Noto Sans KR", "WenQuanYi Zen Hei", sans-serif } td, th { border: 1px solid #000 }',
    "<h1>연례 보고서</h1><p>위원회는 삼월 둘째 주에 모여 지난해의 수치를 검토하였다. 증가분의 대부분은 이전에 수요가 약했던 북부 지역의 새로운 계약에서 나왔다. 운송 비용은 오분의 일이 올랐다.</p><h2>결과</h2><p>일곱 곳 중 세 곳을 예고 없이 점검하였으나 심각한 결함은 발견되지 않았다.</p><table><tr><td>도시</td><td>인구</td></tr><tr><td>서울</td><td>120</td></tr><tr><td>부산</td><td>85</td></tr></table><ul><li>첫째 항목</li><li>둘째 항목</li></ul>",
  ],
  [
    "Chinese, numbered sections",
    'body { font: 11pt/1.7 "Noto Sans CJK SC", "WenQuanYi Zen Hei", sans-serif; text-align: justify }',
    "<h1>年度报告</h1><h2>1 概述</h2><p>委员会于三月第二周召开会议，审查了上一年度的数据。增长主要来自北部地区的新合同，该地区以前的需求较弱。运输费用上涨了五分之一，尽管燃料在秋季变得便宜。</p><h2>2 结果</h2><p>七个地点中有三个在没有通知的情况下接受了检查，没有发现严重的缺陷。工作组将在夏季结束之前提出建议。</p><ol><li>每次启动前检查压力</li><li>每两百小时更换过滤器</li></ol>",
  ],
  [
    "newsletter in three columns",
    "main { columns: 3; column-gap: 6mm; font-size: 8.5pt; column-rule: 0.5pt solid #999 } h1 { font-size: 26pt; text-align: center; border-bottom: 2pt solid #000 } h2 { font-size: 12pt; margin: 4pt 0 } p { margin: 0 0 4pt }",
    `<h1>The Harbour News</h1><main>${["New crane arrives", "Summer timetable", "Letters to the editor", "From the archive", "Winners of the race"].map((title, index) => `<h2>${title}</h2>${prose(index, 4)}`).join("")}</main>`,
  ],
  [
    "timetable with groups of rows",
    `${SANS} table { width: 100% } td, th { border: 1px solid #888; text-align: center }`,
    `<h1>Course Timetable</h1>${text(3, 2)}<table><thead><tr><th>Day</th><th>Time</th><th>Course</th><th>Room</th></tr></thead><tbody>${[
      "Monday",
      "Tuesday",
      "Wednesday",
    ]
      .map((day, index) =>
        ["9.00", "11.00", "14.00"]
          .map(
            (time, at) =>
              `<tr>${at === 0 ? `<td rowspan="3">${day}</td>` : ""}<td>${time}</td><td>${GOODS[index * 2 + at] ?? ""}</td><td>${index + at + 101}</td></tr>`,
          )
          .join(""),
      )
      .join("")}</tbody></table><h2>Remarks</h2>${prose(5, 2)}`,
  ],
  [
    "glossary of terms",
    "dt { font-weight: bold; margin-top: 6pt } dd { margin: 0 0 0 24pt }",
    `<h1>Glossary</h1>${text(1, 2)}<dl>${GOODS.map((good, index) => `<dt>${good}</dt><dd>${SENTENCES[index] ?? ""} ${SENTENCES[(index + 3) % 10] ?? ""}</dd>`).join("")}</dl><h2>Sources</h2>${text(6)}`,
  ],
];

const KINDS: readonly (readonly [name: string, style: string, body: string])[] = [
  ["report, unruled table", "", REPORT],
  ["report, ruled table", RULED, REPORT],
  ["report, rules between head and body", BOOKTABS, REPORT],
  ["report in sans-serif, zebra rows", `${SANS} tbody tr:nth-child(odd) { background: #eee }`, REPORT],
  ["report, justified", `body { text-align: justify } ${BOOKTABS}`, REPORT],
  [
    "report, indented paragraphs",
    "p { margin: 0; text-indent: 1.5em; text-align: justify } h2 { font-size: 13pt }",
    REPORT,
  ],
  [
    "paper in two columns",
    "main { columns: 2; column-gap: 8mm; text-align: justify; font-size: 9.5pt } h1 { text-align: center } h2 { font-size: 12pt } p { margin: 0 0 4pt }",
    `<h1>On the Flow of Goods in Small Markets</h1><main><h2>1 Introduction</h2>${prose(1, 4)}<h2>2 Method</h2>${prose(3, 4)}<h2>3 Results</h2>${prose(6, 4)}<h2>4 Discussion</h2>${prose(8, 4)}<h2>5 Conclusion</h2>${prose(2, 3)}</main>`,
  ],
  [
    "paper in two columns with tables",
    `main { columns: 2; column-gap: 9mm; font-size: 9.5pt; text-align: justify } h2 { font-size: 11pt } table { font-size: 8pt; break-inside: avoid } ${BOOKTABS}`,
    `<h1>Prices and Quantities</h1><main><h2>1. Background</h2>${prose(2, 3)}${table(
      ["Country", "2021", "2022"],
      countries(6).map((cells) => cells.slice(0, 3)),
    )}<h2>2. Data</h2>${prose(4, 4)}<h2>3. Findings</h2>${prose(1, 3)}${table(
      ["Group", "Mean", "SD"],
      [
        ["Small", "4.2", "0.3"],
        ["Medium", "5.9", "0.8"],
        ["Large", "7.7", "1.1"],
      ],
    )}${prose(7, 3)}<h2>4. Remarks</h2>${prose(5, 3)}</main>`,
  ],
  [
    "invoice",
    `${SANS} h1 { font-size: 20pt } ${BOOKTABS}`,
    `<h1>Invoice 2024-0117</h1><p>Nordwind Supplies Ltd, 14 Harbour Road, Bristol</p><p>Billed to: Meyer &amp; Sons, 3 Mill Lane, Oxford</p>${table(
      ["Item", "Quantity", "Unit price", "Amount"],
      GOODS.slice(0, 6).map((good, index) => [
        good,
        ((index * 3) % 7) + 1,
        `${numbers(index, 1)[0]} €`,
        `${numbers(index + 4, 1)[0]} €`,
      ]),
    )}<p>Payment is due within thirty days of the date of the invoice.</p><h2>Notes</h2>${text(3, 3)}`,
  ],
  [
    "bank statement over pages",
    `${SANS} thead { display: table-header-group; border-bottom: 1px solid #000 } td:last-child, td:nth-child(3) { text-align: right } table { width: 100% }`,
    `<h1>Statement of Account</h1>${text(2, 2)}${table(
      ["Date", "Description", "Amount", "Balance"],
      Array.from({ length: 70 }, (_, index) => [
        `${String((index % 28) + 1).padStart(2, "0")}.03.2024`,
        GOODS[index % 8] ?? "",
        numbers(index, 1)[0] ?? "",
        numbers(index + 90, 1)[0] ?? "",
      ]),
    )}<h2>Terms</h2>${text(5, 3)}`,
  ],
  [
    "contract with numbered clauses",
    "h2 { font-size: 12pt }",
    `<h1>Service Agreement</h1>${text(1)}<h2>1. Definitions</h2>${prose(2, 2)}<h2>2. Services</h2>${text(4)}${list("ol", POINTS)}<h2>3. Fees</h2>${prose(5, 2)}<h2>4. Termination</h2>${prose(6, 2)}<h2>5. Governing Law</h2>${text(8)}`,
  ],
  [
    "manual with lists",
    SANS,
    `<h1>Operating Manual</h1>${text(3)}<h2>Safety</h2>${list("ul", POINTS)}<h2>Installation</h2>${text(5, 2)}${list("ol", POINTS.concat(["switch on the main supply", "wait for the green light"]))}<h3>Tools</h3>${list("ul", GOODS.slice(0, 4))}<h2>Maintenance</h2>${prose(7, 2)}`,
  ],
  [
    "nested lists",
    "",
    `<h1>Checklist</h1>${text(2, 2)}<h2>Before departure</h2><ul><li>Documents<ul><li>passport</li><li>tickets<ul><li>outward journey</li><li>return journey</li></ul></li></ul></li><li>Clothes<ul><li>coat</li><li>boots</li></ul></li><li>Medicine</li></ul>${text(4, 2)}<h2>On arrival</h2><ol><li>Register at the desk</li><li>Collect the keys<ol><li>front door</li><li>cellar</li></ol></li><li>Read the meter</li></ol>`,
  ],
  [
    "headings of four levels",
    "h1 { font-size: 22pt } h2 { font-size: 17pt } h3 { font-size: 14pt } h4 { font-size: 11pt }",
    `<h1>Handbook of Procedures</h1>${text(1)}<h2>Planning</h2>${text(2)}<h3>Budget</h3>${text(3)}<h4>Estimates</h4>${text(4)}<h4>Approval</h4>${text(5)}<h3>Schedule</h3>${text(6)}<h2>Execution</h2>${text(7)}<h3>Reporting</h3>${text(8)}<h4>Weekly reports</h4>${text(9)}`,
  ],
  [
    "table with spans",
    `${RULED} td, th { text-align: center }`,
    `<h1>Survey of Households</h1>${text(1)}<table><thead><tr><th rowspan="2">Region</th><th colspan="2">Urban</th><th colspan="2">Rural</th></tr><tr><th>Men</th><th>Women</th><th>Men</th><th>Women</th></tr></thead><tbody>${PLACES.slice(
      0,
      5,
    )
      .map((place, index) => row([place, ...numbers(index, 4)]))
      .join(
        "",
      )}<tr><td>Remark</td><td colspan="4">Preliminary figures for the whole country</td></tr></tbody></table>${text(4)}<h2>Method</h2>${prose(3, 2)}`,
  ],
  [
    "table with two head rows, half ruled",
    "table { border-top: 2px solid #000; border-bottom: 2px solid #000 } thead tr:last-child { border-bottom: 1px solid #000 } th[colspan] { text-align: center; border-bottom: 1px solid #777 }",
    `<h1>Quarterly Figures</h1>${text(6)}<table><thead><tr><th></th><th colspan="2">First half</th><th colspan="2">Second half</th></tr><tr><th>Country</th><th>Sales</th><th>Costs</th><th>Sales</th><th>Costs</th></tr></thead><tbody>${PLACES.slice(
      0,
      7,
    )
      .map((place, index) => row([place, ...numbers(index + 2, 4)]))
      .join("")}</tbody></table>${text(8)}<h2>Comment</h2>${prose(2, 2)}`,
  ],
  [
    "table with rows of several lines, ruled",
    `${RULED} table { width: 100% }`,
    `<h1>Risk Register</h1>${text(1, 2)}${table(
      ["No.", "Risk", "Measure", "Owner"],
      POINTS.map((point, index) => [
        index + 1,
        SENTENCES[index] ?? "",
        `${point}, and inform the office`,
        PLACES[index] ?? "",
      ]),
    )}<h2>Review</h2>${prose(4, 2)}`,
  ],
  [
    "table with rows of several lines, ruled by row",
    "table { width: 100% } tr { border-bottom: 1px solid #999 }",
    `<h1>Decisions</h1>${text(3, 2)}${table(
      ["Date", "Decision", "Votes"],
      SENTENCES.slice(0, 7).map((sentence, index) => [`${index + 3} May`, sentence, `${index + 8} : 2`]),
    )}<h2>Next meeting</h2>${prose(1, 2)}`,
  ],
  [
    "table with rows of several lines, unruled",
    "table { width: 100% } td, th { padding: 6pt 12pt 6pt 0 }",
    `<h1>Products</h1>${text(2, 2)}${table(
      ["Product", "Description", "Price"],
      GOODS.map((good, index) => [good, SENTENCES[index] ?? "", `${numbers(index, 1)[0]}`]),
    )}<h2>Ordering</h2>${prose(6, 2)}`,
  ],
  [
    "several tables",
    BOOKTABS,
    `<h1>Tables of the Census</h1>${text(1, 2)}<h2>Population</h2>${table(YEARS, countries(8, 3))}${text(2, 2)}<h2>Households</h2>${table(
      ["Country", "One person", "Two persons"],
      countries(5, 6).map((cells) => cells.slice(0, 3)),
    )}${text(3, 2)}<h2>Dwellings</h2>${table(YEARS, countries(4, 9))}`,
  ],
  [
    "figures with captions",
    "figure { margin: 10pt 0; text-align: center } figcaption { font-size: 9pt }",
    `<h1>Field Notes</h1>${text(4)}<figure><img width="260" height="120" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="><figcaption>Figure 1: The site from the north</figcaption></figure>${text(6)}<h2>Observations</h2>${prose(1, 3)}`,
  ],
  [
    "code listings",
    'pre { font: 9pt/1.3 "Liberation Mono", monospace; background: #f4f4f4; padding: 6pt }',
    `<h1>Getting Started</h1>${text(5)}<h2>Installation</h2>${text(1, 2)}<pre>npm install galley\ngalley start --port 8080</pre>${text(2, 2)}<h2>First Request</h2>${text(3, 2)}<pre>function main() {\n  const text = read("a.pdf");\n  print(text);\n}</pre>${text(7, 2)}`,
  ],
  [
    "footnotes",
    "aside { font-size: 8pt; margin-top: 30pt; border-top: 1px solid #000; width: 100% } aside p { margin: 2pt 0 } body { min-height: 24cm; display: flex; flex-direction: column; justify-content: space-between }",
    `<div><h1>The Treaty and its Effects</h1>${prose(1, 4)}<h2>Later Amendments</h2>${prose(5, 3)}</div><aside><p>1 See the collected papers, volume two, page 118.</p><p>2 The original is kept in the archive of the city.</p></aside>`,
  ],
  [
    "letter",
    "",
    `<p>Harbour Office<br>14 Quay Street</p><p>12 March 2024</p><p>Dear Sir or Madam,</p>${prose(2, 4)}<p>Yours faithfully,</p><p>Anna Lind</p>`,
  ],
  [
    "minutes with bold run-in words",
    SANS,
    `<h1>Minutes of the Board</h1><p><b>Present:</b> Lind, Meyer, Okafor, Rossi</p><p><b>Apologies:</b> Tanaka</p><h2>Budget</h2>${text(3)}<p><b>Decision:</b> ${SENTENCES[4]}</p><h2>Premises</h2>${prose(5, 2)}<p><b>Action:</b> ${SENTENCES[8]}</p>`,
  ],
  [
    "questions and answers, bold headings of body size",
    "h2 { font-size: 11pt; margin: 8pt 0 2pt } p { margin: 0 0 6pt }",
    `<h1>Frequently Asked Questions</h1>${["How do I register", "Which fees apply", "Can I cancel an order", "Where is my invoice"].map((title, index) => `<h2>${title}?</h2>${text(index, 3)}`).join("")}`,
  ],
  [
    "headings in capitals",
    "h2 { font-size: 10.5pt; font-weight: normal; text-transform: uppercase; letter-spacing: 0.5pt }",
    `<h1>Programme</h1>${text(1)}<h2>Morning session</h2>${prose(2, 2)}<h2>Afternoon session</h2>${prose(4, 2)}<h2>Registration</h2>${text(8)}`,
  ],
  [
    "German, hyphenated and justified",
    "body { text-align: justify; hyphens: auto; font-size: 10pt } main { columns: 2; column-gap: 8mm }",
    `<h1>Bericht über die Wasserversorgung</h1><main lang="de"><h2>1 Einleitung</h2>${Array.from({ length: 4 }, () => "<p>Die Versorgungsunternehmen der Gemeinden haben im vergangenen Haushaltsjahr erhebliche Mittel für die Instandhaltung der Leitungsnetze aufgewendet. Gleichzeitig wurden die Überwachungseinrichtungen der Aufbereitungsanlagen erneuert, sodass Grenzwertüberschreitungen frühzeitig erkannt werden.</p>").join("")}<h2>2 Ergebnisse</h2>${Array.from({ length: 3 }, () => "<p>Die Untersuchungsergebnisse bestätigen die Zuverlässigkeit der eingesetzten Verfahren. Abweichungen traten ausschließlich während der Umbauarbeiten auf und wurden unverzüglich behoben.</p>").join("")}</main>`,
  ],
  [
    "Arabic",
    'body { direction: rtl; font: 13pt/1.6 "DejaVu Sans", sans-serif } td, th { text-align: right; border: 1px solid #000 }',
    `<h1>تقرير سنوي</h1><p>اجتمعت اللجنة في الأسبوع الثاني من شهر مارس لمراجعة أرقام السنة الماضية.</p><h2>النتائج</h2><p>ارتفعت تكاليف النقل بمقدار الخمس في فصل الخريف.</p><table><tr><td>المدينة</td><td>العدد</td></tr><tr><td>القاهرة</td><td>120</td></tr><tr><td>بغداد</td><td>85</td></tr></table><p>ستقدم مجموعة العمل مقترحاتها قبل نهاية الصيف.</p>`,
  ],
  [
    "Japanese",
    'body { font: 11pt/1.7 "Noto Sans CJK JP", "IPAGothic", sans-serif } td, th { border: 1px solid #000 }',
    `<h1>年次報告書</h1><p>委員会は三月の第二週に会合を開き、前年度の数値を検討した。増加の大部分は北部地域の新しい契約によるものであり、以前は需要が弱かった。輸送費は五分の一上昇したが、秋には燃料が安くなった。</p><h2>結果</h2><p>七つの拠点のうち三つが予告なしに検査されたが、重大な欠陥は見つからなかった。</p><table><tr><td>都市</td><td>人数</td></tr><tr><td>東京</td><td>120</td></tr><tr><td>大阪</td><td>85</td></tr></table>`,
  ],
  [
    "headers and footers on pages",
    "h2 { font-size: 14pt }",
    `<h1>Long Report</h1>${["Origins", "Growth", "Crisis", "Recovery", "Prospects"].map((title, index) => `<h2>${title}</h2>${prose(index, 6)}`).join("")}`,
  ],
  [
    "definition table without rules",
    `${SANS} td:first-child { font-weight: bold; width: 120pt }`,
    `<h1>Data Sheet</h1>${text(1, 2)}<table>${[
      ["Voltage", "230 V"],
      ["Current", "16 A"],
      ["Weight", "2.4 kg"],
      ["Colour", "grey"],
      ["Protection class", "IP 44"],
    ]
      .map((cells) => row(cells))
      .join("")}</table>${text(5)}<h2>Use</h2>${prose(3, 2)}`,
  ],
  [
    "résumé",
    `${SANS} h1 { text-align: center } h2 { font-size: 12pt; border-bottom: 1px solid #000 }`,
    `<h1>Anna Lind</h1><h2>Experience</h2><p><b>Harbour Office, Bristol</b></p>${list("ul", POINTS.slice(0, 3))}<p><b>City Archive, Oxford</b></p>${list("ul", POINTS.slice(2))}<h2>Education</h2>${text(4, 2)}<h2>Languages</h2><p>English, Swedish, German</p>`,
  ],
  [
    "financial statement with indented rows",
    `${SANS} table { width: 100% } td:not(:first-child), th:not(:first-child) { text-align: right } .sub td:first-child { padding-left: 24pt } .sum { border-top: 1px solid #000; font-weight: bold }`,
    `<h1>Income Statement</h1>${text(2, 2)}<table><thead>${row(["", "2023", "2022"], "th")}</thead><tbody><tr><td>Revenue</td><td>12,480</td><td>11,902</td></tr><tr class="sub"><td>Domestic</td><td>8,120</td><td>7,980</td></tr><tr class="sub"><td>Abroad</td><td>4,360</td><td>3,922</td></tr><tr><td>Costs</td><td>(9,870)</td><td>(9,455)</td></tr><tr class="sub"><td>Staff</td><td>(5,310)</td><td>(5,060)</td></tr><tr class="sub"><td>Materials</td><td>(4,560)</td><td>(4,395)</td></tr><tr class="sum"><td>Result</td><td>2,610</td><td>2,447</td></tr></tbody></table><h2>Auditor</h2>${prose(5, 2)}`,
  ],
  ...HELD_OUT,
];
