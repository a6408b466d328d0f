import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

function linesOf(page: PageBuilder): readonly string[] {
  return layoutPage(page.build(), { ...OPTIONS, outputMode: "text" }).text.split("\n");
}

function columns(
  page: PageBuilder,
  top: number,
  left: readonly string[],
  right: readonly string[],
): PageBuilder {
  for (const [row, line] of left.entries()) page.text(line, 50, top + 12 * row);
  for (const [row, line] of right.entries()) page.text(line, 320, top + 12 * row);
  return page;
}

const LEFT = ["the first column starts here", "goes on for a second line", "and ends with the third one"];
const RIGHT = [
  "the second column follows it",
  "with lines of the same length",
  "down to the end of the page",
];

test("columns of prose are read one after the other, head and foot in their places", () => {
  const page = new PageBuilder().text("A title that spans both of the two columns of the page", 100, 60);
  columns(page, 100, LEFT, RIGHT).text("Page 1", 300, 700);
  expect(linesOf(page)).toEqual([
    "A title that spans both of the two columns of the page",
    ...LEFT,
    ...RIGHT,
    "Page 1",
  ]);
});

test("three columns are read from left to right", () => {
  const page = new PageBuilder();
  const names = ["first", "second", "third"];
  for (const [column, name] of names.entries()) {
    for (const row of [0, 1, 2])
      page.text(`the ${name} column line ${row}`, 40 + 180 * column, 100 + 12 * row);
  }
  expect(linesOf(page)).toEqual(
    names.flatMap((name) => [0, 1, 2].map((row) => `the ${name} column line ${row}`)),
  );
});

test("the cells of a table are read row by row, two blanks apart", () => {
  const page = columns(new PageBuilder(), 100, ["Rent", "Food", "Fuel"], ["90.00", "12.00", "45.00"]);
  expect(linesOf(page)).toEqual(["Rent  90.00", "Food  12.00", "Fuel  45.00"]);
});

test.each([
  [
    ["the extrac-", "tion of it"],
    ["the extraction", "of it"],
  ],
  [["the extrac-", "tion"], ["the extraction"]],
  [["Jean-", "Paul"], ["Jean-Paul"]],
  [
    ["pages 10-", "12 of it"],
    ["pages 10-12", "of it"],
  ],
  [
    ["a well-known fact, a well-", "known man"],
    ["a well-known fact, a well-known", "man"],
  ],
])("what a hyphen at a line's end divides is one: %j", (drawn, read) => {
  const page = new PageBuilder();
  for (const [row, line] of drawn.entries()) page.text(line, 50, 100 + 12 * row);
  expect(linesOf(page)).toEqual(read);
});

test("words keep their places in the text when lines are joined", () => {
  const page = new PageBuilder().text("the extrac-", 50, 100).text("tion of it", 50, 112);
  const { text, words } = layoutPage(page.build(), { ...OPTIONS, outputMode: "text" });
  const found = Array.from({ length: words.length / 7 }, (_, k) =>
    text.slice(words[7 * k], words[7 * k + 1]),
  );
  expect(found).toEqual(["the", "extraction", "of", "it"]);
});

test("layout text keeps hyphens", () => {
  const page = new PageBuilder().text("the extrac-", 50, 100).text("tion of it", 50, 112);
  expect(layoutPage(page.build(), OPTIONS).text).toBe("the extrac-\ntion of it");
});

test("columns whose justified lines are torn apart by wide blanks are still columns of prose", () => {
  const page = new PageBuilder();
  const torn = ["a|line|of words", "justified|words|stand", "so far|from one|another", "that it is|torn"];
  for (const [row, line] of torn.entries()) {
    for (const start of [50, 320]) {
      let x = start;
      for (const part of line.split("|")) {
        page.text(part, x, 100 + 12 * row);
        x += 5 * part.length + 10;
      }
    }
  }
  const column = torn.map((line) => line.replaceAll("|", " "));
  expect(linesOf(page)).toEqual([...column, ...column]);
});

test("a heading between two stretches of columns is read between them, not with the column above it", () => {
  const page = columns(new PageBuilder(), 100, LEFT, RIGHT).text("Next", 50, 148, { size: 14 });
  columns(page, 190, LEFT, RIGHT);
  expect(linesOf(page)).toEqual([...LEFT, ...RIGHT, "Next", ...LEFT, ...RIGHT]);
});

test("the values of a form are read with their labels", () => {
  const page = new PageBuilder();
  for (const [row, label] of ["Name of the applicant", "Street and number", "Town or village"].entries()) {
    page.text(label, 50, 100 + 14 * row);
    const box = { x0: 300, y0: 90 + 14 * row, x1: 500, y1: 102 + 14 * row };
    page.field({ kind: "text", value: `the value of line ${row}`, box });
  }
  const { text } = layoutPage(page.build(), { ...OPTIONS, outputMode: "text" });
  expect(text.split("\n")[0]).toBe("Name of the applicant the value of line 0");
});

const OPEN_LEFT = ["the first column starts here", "goes on for a second line", "and ends above a band that"];
const MORE_LEFT = [
  "parts it from its other half",
  "with two more lines of prose",
  "down to the end of the page.",
];
const MORE_RIGHT = ["nothing but blank space is", "between the halves of this", "second column of the page."];

test("columns go on across a blank band, such as a fold", () => {
  const page = columns(new PageBuilder(), 100, OPEN_LEFT, RIGHT);
  columns(page, 220, MORE_LEFT, MORE_RIGHT);
  expect(linesOf(page)).toEqual([...OPEN_LEFT, ...MORE_LEFT, ...RIGHT, ...MORE_RIGHT]);
});

test("tall columns go on across a blank band although a sentence ends there, and stanzas do not", () => {
  const stanza = (name: string, lines: number): readonly string[] =>
    Array.from({ length: lines }, (_, row) => `The ${name} has a line ${row + 1}.`);
  const parts = (lines: number): readonly (readonly string[])[] =>
    ["upper left", "upper right", "lower left", "lower right"].map((name) => stanza(name, lines));
  const read = (lines: number): readonly string[] => {
    const [upperLeft = [], upperRight = [], lowerLeft = [], lowerRight = []] = parts(lines);
    const page = columns(new PageBuilder(), 100, upperLeft, upperRight);
    return linesOf(columns(page, 140 + 12 * lines, lowerLeft, lowerRight));
  };
  expect(read(4)).toEqual(parts(4).flat());
  const [upperLeft = [], upperRight = [], lowerLeft = [], lowerRight = []] = parts(8);
  expect(read(8)).toEqual([...upperLeft, ...lowerLeft, ...upperRight, ...lowerRight]);
});

test("columns do not go on across a blank band where the first continues in the second", () => {
  const page = columns(new PageBuilder(), 100, OPEN_LEFT, MORE_RIGHT);
  const story = [
    "Another story begins below",
    "the band, and is as long as",
    "the one that stands above it.",
  ];
  columns(page, 220, story, MORE_RIGHT);
  expect(linesOf(page)).toEqual([...OPEN_LEFT, ...MORE_RIGHT, ...story, ...MORE_RIGHT]);
});

test("columns whose sentence goes on are not split by a caption over both", () => {
  const caption = "Figure 1: a caption that stands across both of the columns of this page";
  const page = columns(new PageBuilder(), 100, OPEN_LEFT, RIGHT).text(caption, 90, 190);
  columns(page, 240, MORE_LEFT, MORE_RIGHT);
  expect(linesOf(page)).toEqual([...OPEN_LEFT, ...MORE_LEFT, ...RIGHT, ...MORE_RIGHT, caption]);
});

test("a list in small type under a heading is no footnote", () => {
  const page = columns(
    new PageBuilder(),
    100,
    [...LEFT, "Sources"],
    [...RIGHT, "one more line of the second", "and its very last line"],
  );
  for (const [row, line] of ["1 Miller, On columns", "2 Smith, On notes"].entries())
    page.text(line, 50, 148 + 10 * row, { size: 8 });
  expect(linesOf(page).slice(3, 6)).toEqual(["Sources", "1 Miller, On columns", "2 Smith, On notes"]);
});

test("footnotes of a column follow the text of all columns", () => {
  const page = columns(new PageBuilder(), 100, LEFT, RIGHT);
  const notes = ["1 A note on the first column", "of the page in two lines"];
  for (const [row, line] of notes.entries()) page.text(line, 50, 140 + 10 * row, { size: 8 });
  for (const row of [0, 1]) page.text(`one more line of the second ${row}`, 320, 136 + 12 * row);
  const more = [0, 1].map((row) => `one more line of the second ${row}`);
  expect(linesOf(page)).toEqual([...LEFT, ...RIGHT, ...more, ...notes]);
});

test("a table below two columns is read row by row although their gutter goes through it", () => {
  const page = columns(
    new PageBuilder(),
    100,
    ["Hull and Sons, boatbuilders", "12 Quay Street, Porthaven", "and at the Northern Mole"],
    RIGHT,
  );
  const items = [
    ["Repair of the rudder", "1", "120.00"],
    ["Two coats of varnish", "2", "90.50"],
    ["Ropes of sixteen mm", "24", "8.75"],
  ];
  page.text("Description", 50, 170).text("Number", 330, 170).text("Amount", 470, 170);
  for (const [row, [name = "", number = "", amount = ""]] of items.entries())
    page
      .text(name, 50, 182 + 12 * row)
      .text(number, 340, 182 + 12 * row)
      .text(amount, 500 - 5 * amount.length, 182 + 12 * row);
  expect(
    linesOf(page)
      .slice(6)
      .map((line) => line.split(/ {2,}/u)),
  ).toEqual([["Description", "Number", "Amount"], ...items]);
});

test("a side column of short lines is read by itself if its lines are between those of the text", () => {
  const page = new PageBuilder();
  const side = [
    "Contact",
    "14 Quay Street",
    "Porthaven PH2 4AB",
    "01234 567890",
    "Languages",
    "English",
    "French",
    "Dutch",
  ];
  const text = [
    "Senior engineer at the Northern Quays Board,",
    "in charge of the repair of the outer wall and of",
    "the dredging of both basins, with a budget of two",
    "millions; before that an engineer of the canals and",
    "bridges of the county, and a lecturer on the design",
    "of locks and gates at the college of Lowmoor, where",
    "she still teaches one evening in the week.",
  ];
  for (const [row, line] of side.entries()) page.text(line, 40, 100 + 12 * row);
  for (const [row, line] of text.entries()) page.text(line, 200, 106 + 12 * row);
  expect(linesOf(page)).toEqual([...side, ...text]);
});

test("a side column of short entries is read by itself if the lines beside them go on with their sentences", () => {
  const page = new PageBuilder();
  const side = [
    "600 g fish",
    "2 leeks",
    "half a litre of milk",
    "50 g butter",
    "50 g flour",
    "1 kg potatoes",
  ];
  const text = [
    "Cut the fish into pieces and cook it in the milk for",
    "ten minutes, with the leeks and some salt, then take",
    "it out and keep it warm. Melt the butter, stir in all",
    "the flour and add the milk little by little while it",
    "boils, until the sauce is thick and smooth and has no",
    "lumps. Put the fish into a dish.",
  ];
  for (const [row, line] of side.entries())
    page.text(line, 40, 100 + 12 * row).text(text[row] ?? "", 220, 100 + 12 * row);
  expect(linesOf(page)).toEqual([...side, ...text]);
});

test("a heading at the foot of a column belongs to the table below both columns", () => {
  const page = columns(
    new PageBuilder(),
    100,
    [...LEFT, "and a fourth one, which is the last"],
    [...RIGHT, "and a fourth one of the same"],
  );
  page
    .text("Table 1. Ratings", 50, 156, { size: 11 })
    .text("Symbol of the value and its name, in words of some length, and the unit", 50, 178);
  expect(linesOf(page).at(-2)).toBe("Table 1. Ratings");
});

test("an address is read by itself if the references beside it are of another size and on other lines", () => {
  const page = new PageBuilder();
  const address = ["Messrs Amber and Daughters", "The Old Ropewalk", "18 Mill Lane", "Lowmoor", "LM2 4XX"];
  const references = [
    "Reference of yours",
    "GP/3382",
    "Our reference",
    "HB-2024-0771",
    "Date",
    "14 June 2024",
  ];
  for (const [row, line] of address.entries()) page.text(line, 50, 107 + 14 * row);
  for (const [row, line] of references.entries()) page.text(line, 330, 100 + 14.5 * row, { size: 8 });
  expect(linesOf(page)).toEqual([...address, ...references]);
});

test("answers to mark are no column beside the questions", () => {
  const page = new PageBuilder();
  const questions = [
    "How clean was the room?",
    "How was the food in the house?",
    "How did you hear of us, at all?",
  ];
  const answers = ["☐ very clean indeed", "☐ very good indeed", "☐ in a newspaper"];
  for (const [row, text] of questions.entries())
    page.text(text, 50, 100 + 14 * row).text(answers[row] ?? "", 320, 100 + 14 * row);
  expect(linesOf(page)).toEqual(questions.map((text, row) => `${text}  ${answers[row] ?? ""}`));
});

test("columns of entries with headings at different heights are read one after the other", () => {
  const page = new PageBuilder();
  const write = (texts: readonly string[], x: number, y: number): readonly string[] =>
    texts.map((text, row) => {
      const isHeading = !text.includes(" ");
      const number = `${4000 + 10 * x + row}`;
      page.text(text, x, y + 12 * row, { size: isHeading ? 9 : 8 });
      if (!isHeading) page.text(number, x + 150, y + 12 * row, { size: 8 });
      return isHeading ? text : `${text}  ${number}`;
    });
  const entries = ["Berths of visitors", "Slipway and crane", "Ropes and wires", "Oils and lacquers"];
  const left = write(["Boats", ...entries, "Chandlery", ...entries, "Repairs", ...entries], 50, 100);
  const right = write([...entries, ...entries, "Offices", ...entries, "Market", "Hall of fish"], 240, 100);
  expect(linesOf(page)).toEqual([...left, ...right]);
});

test("two tables side by side whose rows are between each other are read one after the other", () => {
  const page = new PageBuilder();
  const teams = [
    "Northern Quay",
    "Southern Quay",
    "Rovers of the Mole",
    "Lightship",
    "Old Basin",
    "Sluice End",
  ];
  for (const [row, team] of teams.entries())
    page
      .text(team, 50, 100 + 17 * row)
      .text("14", 160, 100 + 17 * row)
      .text(`3${row}`, 200, 100 + 17 * row);
  for (const [row, team] of teams.entries())
    page
      .text(team, 270, 106 + 17 * row)
      .text(`${row}:1`, 380, 106 + 17 * row)
      .text("Harbour", 420, 106 + 17 * row);
  expect(linesOf(page)).toEqual([
    ...teams.map((team, row) => `${team}  14  3${row}`),
    ...teams.map((team, row) => `${team}  ${row}:1  Harbour`),
  ]);
});

test("numbered items of a statement are read with their values, and prose beside a table on its own", () => {
  const statement = new PageBuilder();
  const items = [
    "7) Expenses for services of others",
    "8) Expenses for the use of goods",
    "9) Costs of the staff of the works",
  ];
  for (const [row, item] of items.entries())
    statement
      .text(item, 50, 100 + 12 * row)
      .text(`${row}20`, 300, 100 + 12 * row)
      .text(`${row}40`, 360, 100 + 12 * row);
  expect(linesOf(statement)).toEqual(items.map((item, row) => `${item}  ${row}20  ${row}40`));

  const beside = new PageBuilder();
  const prose = [
    "The range of the kingfisher lies in",
    "regions in which much of it falls and",
    "most of the birds eat more than those",
    "of any other kind that was examined",
  ];
  for (const [row, line] of prose.entries())
    beside
      .text(line, 50, 100 + 12 * row)
      .text(`kind ${row}`, 300, 100 + 12 * row)
      .text(`${row}9%`, 400, 100 + 12 * row);
  expect(linesOf(beside)).toEqual([...prose, ...prose.map((_, row) => `kind ${row}  ${row}9%`)]);
});
