import type { PageStore, StructuredPage } from "@galley/core/domain";
import { prepared, rowsOf } from "../../prepared-statements.ts";
import { Float32Bytes } from "../columns.ts";
import { storable } from "../storable-text.ts";
import type { Run } from "./run.ts";

/** The part of the page store that keeps the structure of pages. */
export function pageStructures(
  run: Run,
): Pick<PageStore, "structures" | "numbersWithoutStructure" | "addStructures"> {
  return {
    structures: (jobId, { after, limit }) =>
      run(async (em) =>
        (await em.execute<StructureRow[]>(STRUCTURES, [jobId, after, limit])).map(structuredPageOf),
      ),

    numbersWithoutStructure: (jobId) =>
      run(async (em) => {
        const rows = await rowsOf<{ readonly number: number }>(em, WITHOUT_STRUCTURE, [jobId]);
        return rows.map(({ number }) => number);
      }),

    async addStructures(jobId, found) {
      if (found.length === 0) return;
      const numbers = found.map(({ number }) => number);
      const structures = found.map(({ structure }) => storable(structure));
      await run(async (em) => {
        await rowsOf(em, ADD_AS_READ, [jobId, numbers, structures]);
        await rowsOf(em, ADD_STRUCTURES, [jobId, numbers, structures]);
      });
    },
  };
}

const STRUCTURES = `
  select number, ok, (facts ->> 'width')::float8 as width, (facts ->> 'height')::float8 as height, lines, structure
  from page where job_id = ? and number > ? order by number limit ?`;

interface StructureRow {
  readonly number: number;
  readonly ok: boolean;
  readonly lines: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly structure: string | null;
}

function structuredPageOf({ number, ok, width, height, lines, structure }: StructureRow): StructuredPage {
  if (!ok) return { number, ok };
  const page = { number, ok, width, height, lines: LINES_TYPE.convertToJSValue(lines) };
  return structure === null ? page : { ...page, structure };
}

const WITHOUT_STRUCTURE = prepared(
  "select number from page where job_id = $1 and ok and structure is null order by number",
);

const ADD_STRUCTURES = prepared(`
  update page set structure = found.structure
  from unnest($2::int[], $3::text[]) as found (number, structure)
  where job_id = $1 and page.number = found.number and ok and page.structure is null`);

/** Corrected pages are kept as they were read, too. */
const ADD_AS_READ = prepared(`
  update page_as_read original set structure = found.structure
  from unnest($2::int[], $3::text[]) as found (number, structure)
  where job_id = $1 and original.number = found.number and original.structure is null`);

const LINES_TYPE = new Float32Bytes();
