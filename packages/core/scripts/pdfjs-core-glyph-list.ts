/** The function that fills the list of glyph names with about 4,300 assignments. */
const GLYPH_LIST =
  /const getGlyphsUnicode = getLookupTableFactory\(function \(t\) \{\n(?<assignments>(?: {2}t\S+ = 0x[\da-f]+;\n)+)\}\);\n/;

const ASSIGNMENT = /t(?:\.(?<name>\w+)|\["(?<quoted>[^"]+)"\]) = (?<code>0x[\da-f]+);/g;

/** pdf.js's code with its list of glyph names as JSON, which is parsed in a tenth of the time of as many assignments. */
export function withParsedGlyphList(source: string): string {
  const { assignments } = GLYPH_LIST.exec(source)?.groups ?? {};
  if (assignments === undefined) throw new Error("pdfjs-dist has no list of glyph names as it was.");
  const codes = Object.fromEntries(
    [...assignments.matchAll(ASSIGNMENT)].map(({ groups: { name, quoted, code } = {} }) => [
      name ?? quoted,
      Number(code),
    ]),
  );
  if (Object.keys(codes).length !== assignments.split("\n").length - 1)
    throw new Error("pdfjs-dist lists glyph names in another way than it did.");
  return source.replace(
    GLYPH_LIST,
    () => `let glyphsUnicode;
function getGlyphsUnicode() {
  return glyphsUnicode ??= Object.setPrototypeOf(JSON.parse('${JSON.stringify(codes)}'), null);
}
`,
  );
}
