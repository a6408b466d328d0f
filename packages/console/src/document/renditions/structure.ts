import { useEffect, useState } from "react";

import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type {
  ChunkFragment,
  DocumentBlocksQuery,
  DocumentChunksQuery,
  StructureBlockFragment,
  StructureTableFragment,
} from "../../generated/graphql.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { blocksOf } from "./html-view.tsx";

graphql(`
  fragment Place on BlockPlace {
    page
    firstLine
    box {
      x0
      y0
      x1
      y1
    }
  }
`);

graphql(`
  fragment StructureBlock on Block {
    key
    kind
    level
    text
    markdown
    places {
      ...Place
    }
  }
`);

graphql(`
  fragment StructureTable on Table {
    block
    caption
    headRows
    pages
    rows
    csv
    cells {
      page
      row
      column
      box {
        x0
        y0
        x1
        y1
      }
    }
  }
`);

graphql(`
  fragment Chunk on Chunk {
    key
    headings
    pages
    text
    tokens
    places {
      ...Place
    }
  }
`);

const BLOCKS = graphql(`
  query DocumentBlocks($id: ID!, $after: String) {
    job(id: $id) {
      blocks(first: 100, after: $after) {
        nodes {
          ...StructureBlock
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

const TABLES = graphql(`
  query DocumentTables($id: ID!) {
    job(id: $id) {
      tables {
        ...StructureTable
      }
    }
  }
`);

const HTML = graphql(`
  query DocumentHtml($id: ID!) {
    job(id: $id) {
      html
    }
  }
`);

const CHUNKS = graphql(`
  query DocumentChunks($id: ID!, $after: String) {
    job(id: $id) {
      chunks(first: 100, after: $after) {
        nodes {
          ...Chunk
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export type Block = StructureBlockFragment;
export type Table = StructureTableFragment;
export type Chunk = ChunkFragment;

/** A browser shows no more of a document at once; the downloads have all of it. */
const MAX_PARTS = 50;

/** Something of the whole document, as far as it is loaded. */
export interface Parts<Part> {
  readonly parts: readonly Part[];
  readonly loading: boolean;
  /** The text of the document is gone. */
  readonly missing: boolean;
  readonly problem: string | undefined;
}

export const loadBlocks = (id: string): AsyncGenerator<readonly Block[] | null> =>
  inParts(async (after) => {
    const { job }: DocumentBlocksQuery = await ask(BLOCKS, { id, after });
    return job?.blocks ?? null;
  });

export const loadChunks = (id: string): AsyncGenerator<readonly Chunk[] | null> =>
  inParts(async (after) => {
    const { job }: DocumentChunksQuery = await ask(CHUNKS, { id, after });
    return job?.chunks ?? null;
  });

/** The document as an HTML article; null if its text is gone. */
export async function htmlOf(id: string): Promise<string | null> {
  return (await ask(HTML, { id })).job?.html ?? null;
}

/** The blocks of the HTML. */
export async function* loadHtml(id: string): AsyncGenerator<readonly Element[] | null> {
  const html = await htmlOf(id);
  yield html === null ? null : blocksOf(html);
}

export async function* loadTables(id: string): AsyncGenerator<readonly Table[] | null> {
  const { job } = await ask(TABLES, { id });
  yield job?.tables ?? null;
}

interface Connection<Part> {
  readonly nodes: readonly Part[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

async function* inParts<Part>(
  load: (after: string | null) => Promise<Connection<Part> | null>,
): AsyncGenerator<readonly Part[] | null> {
  let after: string | null = null;
  for (let part = 0; part < MAX_PARTS; part++) {
    const connection: Connection<Part> | null = await load(after);
    yield connection?.nodes ?? null;
    if (!connection?.pageInfo.hasNextPage) return;
    after = connection.pageInfo.endCursor;
  }
}

/** Loads the parts of a document one after the other, again after changes. `load` is null while they are not shown. */
export function useParts<Part>(
  id: string,
  load: ((id: string) => AsyncGenerator<readonly Part[] | null>) | null,
  changes: number,
): Parts<Part> {
  const [state, setState] = useState<Parts<Part>>({
    parts: [],
    loading: true,
    missing: false,
    problem: undefined,
  });
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      if (load === null) return;
      const parts: Part[] = [];
      for await (const part of load(id)) {
        if (!wanted) return;
        parts.push(...(part ?? []));
        setState({ parts: [...parts], loading: true, missing: part === null, problem: undefined });
      }
      setState((before) => ({ ...before, loading: false }));
    };
    run().catch((error: unknown) => {
      if (wanted) setState({ parts: [], loading: false, missing: false, problem: reasonOf(error) });
    });
    return () => {
      wanted = false;
    };
  }, [id, load, changes]);
  return state;
}
