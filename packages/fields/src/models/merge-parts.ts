import type { Proposal } from "../readers/reader.ts";

/** What is left of the confidence of a value if another part of the document has another one. */
const CONTRADICTED = 0.7;

const ROW = /^([^[]+)\[(\d+)\](.*)$/;

/** Joins the values of the parts of a document. Rows go on; those that two parts share count once. */
export function mergeParts(parts: readonly (readonly Proposal[])[]): readonly Proposal[] {
  const single = new Map<string, Proposal>();
  const lists = new Map<string, ListOfRows>();
  for (const part of parts) {
    for (const proposal of part)
      if (!ROW.test(proposal.path)) single.set(proposal.path, better(proposal, single));
    for (const [list, rows] of rowsOf(part)) {
      const known = lists.get(list) ?? new ListOfRows(list);
      lists.set(list, known);
      known.add(rows);
    }
  }
  return [...single.values(), ...[...lists.values()].flatMap((list) => list.proposals())];
}

function better(proposal: Proposal, known: ReadonlyMap<string, Proposal>): Proposal {
  const before = known.get(proposal.path);
  if (!before) return proposal;
  const [kept, other] = proposal.confidence > before.confidence ? [proposal, before] : [before, proposal];
  return kept.value === other.value ? kept : { ...kept, confidence: kept.confidence * CONTRADICTED };
}

/** The rows of a part by list; each row is the proposals of its cells. */
function rowsOf(part: readonly Proposal[]): ReadonlyMap<string, readonly (readonly Proposal[])[]> {
  const lists = Map.groupBy(
    part.filter(({ path }) => ROW.test(path)),
    ({ path }) => ROW.exec(path)?.[1] ?? "",
  );
  return new Map(
    [...lists].map(([list, cells]) => {
      const rows = Map.groupBy(cells, ({ path }) => Number(ROW.exec(path)?.[2]));
      return [list, [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)];
    }),
  );
}

class ListOfRows {
  readonly #name: string;
  readonly #rows: (readonly Proposal[])[] = [];
  readonly #places = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds the rows of the next part. */
  add(rows: readonly (readonly Proposal[])[]): void {
    const added = rows.filter((row) => !this.#places.has(placeOf(row)));
    this.#rows.push(...added);
    for (const place of added.map(placeOf)) if (place !== "") this.#places.add(place);
  }

  proposals(): readonly Proposal[] {
    return this.#rows.flatMap((row, index) =>
      row.map((cell) => ({ ...cell, path: `${this.#name}[${index}]${ROW.exec(cell.path)?.[3] ?? ""}` })),
    );
  }
}

/** The page and first line of a row; "" without a place. */
function placeOf(row: readonly Proposal[]): string {
  const places = row.flatMap(({ citations }) => citations);
  const first = places.toSorted((a, b) => a.page - b.page || a.lines[0] - b.lines[0])[0];
  return first ? `${first.page}:${first.lines[0]}` : "";
}
