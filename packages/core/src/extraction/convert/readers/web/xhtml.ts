import { Parser } from "htmlparser2";

/** Elements of HTML that have no end tag. */
const VOID: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
]);

/** Writes XML as HTML: elements such as `<title/>` are empty, and CDATA sections are text. Broken XML stays readable. */
export function htmlOfXml(text: string): string {
  const parts: string[] = [];
  let isData = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const written = Object.entries(attributes).map(
          ([key, value]) => ` ${key}="${value.replaceAll('"', "&quot;")}"`,
        );
        parts.push(`<${name}${written.join("")}>`);
      },
      ontext: (data) => parts.push(isData ? escaped(data) : data),
      onclosetag(name) {
        if (!VOID.has(name)) parts.push(`</${name}>`);
      },
      oncdatastart: () => (isData = true),
      oncdataend: () => (isData = false),
    },
    { xmlMode: true, lowerCaseTags: true, decodeEntities: false, recognizeCDATA: true },
  );
  parser.end(text);
  return parts.join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
