import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MadeTables, madeTables } from "../../../fixtures/tables/made-tables.ts";
import type { Reader } from "../reader.ts";
import { addScores, NO_TABLES, scoreTables, type TableScore } from "../table-score.ts";
import { type Bench, type Section, share } from "./section.ts";

/** Pages per table style. */
const VARIANTS = 12;

/** Scores of generated tables with known cells, by style; see `scoreTables`. */
export const tables: Section = {
  title: `Made tables, ${VARIANTS} pages of each style: rows intact, columns overlapping`,
  async measure(bench) {
    const made = writtenTables(bench);
    const scores = await Promise.all(bench.readers.map((reader) => scoresByStyle(reader, made)));
    const styles = [...new Set(made.map(({ style }) => style))];
    const row = (name: string, scoreOf: (scores: Scores) => TableScore): string[] => [
      name,
      ...scores.flatMap((own) => {
        const { rows, intact, pairs, overlapping } = scoreOf(own);
        return [share(intact, rows), share(overlapping, pairs)];
      }),
    ];
    return [
      ["", ...bench.readers.flatMap(({ name }) => [`${name} rows`, "columns"])],
      ...styles.map((style) => row(style, (own) => own.get(style) ?? NO_TABLES)),
      row("all", (own) => [...own.values()].reduce(addScores, NO_TABLES)),
    ];
  },
};

interface WrittenTables extends MadeTables {
  readonly path: string;
}

function writtenTables({ scratch }: Bench): readonly WrittenTables[] {
  return madeTables(VARIANTS).map((made) => {
    const path = join(scratch, `${made.name.replaceAll(" ", "-")}.pdf`);
    writeFileSync(path, made.bytes);
    return { ...made, path };
  });
}

type Scores = ReadonlyMap<string, TableScore>;

async function scoresByStyle(reader: Reader, made: readonly WrittenTables[]): Promise<Scores> {
  const scores = new Map<string, TableScore>();
  for (const { style, path, tables: drawn } of made) {
    const text = (await reader.layout(path)).join("\n");
    scores.set(style, addScores(scores.get(style) ?? NO_TABLES, scoreTables(text, drawn)));
  }
  return scores;
}
