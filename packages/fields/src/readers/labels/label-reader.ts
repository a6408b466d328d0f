import type { FieldReader } from "../reader.ts";

export const labelReader: FieldReader = {
  name: "label",
  read: ({ document, schema }) => {
    const wanted = Object.entries(schema.properties).filter(([, { type }]) => type === "string");
    return document.pages.flatMap(({ number, lines }) =>
      lines.flatMap(({ text, words }, line) =>
        wanted.flatMap(([path, { labels = [] }]) => {
          const label = labels.find((one) => text.toLowerCase().trimStart().startsWith(one));
          const last = words.at(-1);
          if (label === undefined || last === undefined || words.length < 2) return [];
          const citation = { page: number, boxes: [last.box], lines: [line, line] as const, text: last.text };
          return [
            {
              path,
              value: last.text,
              raw: last.text,
              citations: [citation],
              confidence: 0.5,
              reader: "label" as const,
            },
          ];
        }),
      ),
    );
  },
};
