import { Alert, Badge, Button, CopyButton, Group, Skeleton, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import type { Mark, Marks } from "../viewer/marks.ts";
import { HtmlView } from "./html-view.tsx";
import classes from "./structure.module.css";
import {
  loadBlocks,
  loadChunks,
  loadHtml,
  loadTables,
  useParts,
  type Block,
  type Chunk,
  type Parts,
  type Table,
} from "./structure.ts";
import { markdownTable, tabSeparated } from "./table-text.ts";

/**
 * Loads what a rendition needs of the whole document; the views below show a page of it.
 *
 * @param changes how many times words were corrected; it is then loaded again.
 */
export function useStructure(id: string, shown: string, changes: number): (parts: ViewParts) => ReactNode {
  const blocks = useParts(id, shown === "order" || shown === "markdown" ? loadBlocks : null, changes);
  const tables = useParts(id, shown === "tables" ? loadTables : null, changes);
  const chunks = useParts(id, shown === "chunks" ? loadChunks : null, changes);
  const html = useParts(id, shown === "html" ? loadHtml : null, changes);
  if (shown === "html")
    return ({ content }) =>
      html.parts.length === 0 ? (
        <Nothing parts={html} what="text" />
      ) : (
        <HtmlView content={content} blocks={html.parts} />
      );
  if (shown === "tables") return (parts) => <Tables {...parts} tables={tables} />;
  if (shown === "chunks") return (parts) => <Chunks {...parts} chunks={chunks} />;
  return (parts) => <Blocks {...parts} blocks={blocks} text={shown === "markdown" ? "markdown" : "text"} />;
}

interface ViewParts {
  readonly content: PageContent;
  readonly marks: Marks;
  readonly onChoose: (mark: Mark) => void;
}

/** The blocks that begin on a page, in reading order, as plain text or as Markdown. */
function Blocks({
  content,
  marks,
  onChoose,
  blocks,
  text,
}: ViewParts & { readonly blocks: Parts<Block>; readonly text: "markdown" | "text" }): ReactNode {
  const here = blocks.parts.filter(({ places }) => places[0]?.page === content.number);
  if (here.length === 0) return <Nothing parts={blocks} what="text" />;
  return (
    <div className={classes["blocks"]}>
      {here.map((block) => (
        <div
          key={block.key}
          className={classes["block"]}
          title={block.kind.replaceAll("_", " ").toLowerCase()}
          {...marking(block, { content, marks, onChoose })}
        >
          {block[text]}
        </div>
      ))}
    </div>
  );
}

function Chunks({
  content,
  marks,
  onChoose,
  chunks,
}: ViewParts & { readonly chunks: Parts<Chunk> }): ReactNode {
  const here = chunks.parts.filter(({ pages }) => pages[0] === content.number);
  if (here.length === 0) return <Nothing parts={chunks} what="piece" />;
  return (
    <div className={classes["blocks"]}>
      {here.map((chunk) => (
        <section
          key={chunk.key}
          className={classes["chunk"]}
          {...marking(chunk, { content, marks, onChoose })}
        >
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="var(--ink-faint)" truncate>
              {chunk.headings.join(" › ") || "Before the first heading"}
            </Text>
            <Badge variant="default" tt="none">
              {chunk.tokens} tokens
            </Badge>
          </Group>
          <div className={classes["block"]}>{chunk.text}</div>
        </section>
      ))}
    </div>
  );
}

function Tables({ content, marks, tables }: ViewParts & { readonly tables: Parts<Table> }): ReactNode {
  const here = tables.parts.filter(({ pages }) => pages.includes(content.number));
  if (here.length === 0) return <Nothing parts={tables} what="table" />;
  return (
    <div className={classes["blocks"]}>
      {here.map((table) => (
        <TableGrid key={table.block} table={table} page={content.number} marks={marks} />
      ))}
    </div>
  );
}

function TableGrid({
  table,
  page,
  marks,
}: {
  readonly table: Table;
  readonly page: number;
  readonly marks: Marks;
}): ReactNode {
  const cellAt = (row: number, column: number): Table["cells"][number] | undefined =>
    table.cells.find((cell) => cell.row === row && cell.column === column);
  return (
    <section className={classes["chunk"]}>
      <Group gap={6} mb={6}>
        <Text size="sm" fw={600}>
          {table.caption || "Table"}
        </Text>
        <Copy label="Copy as CSV" value={table.csv} />
        <Copy label="Copy for a spreadsheet" value={tabSeparated(table.csv)} />
        <Copy label="Copy as Markdown" value={markdownTable(table.rows)} />
      </Group>
      <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={table.caption || "Table"}>
        <table className={classes["grid"]} onPointerLeave={() => marks.set(undefined)}>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={at}>
                {row.map((text, column) => {
                  const Cell = at < table.headRows ? "th" : "td";
                  return (
                    <Cell
                      key={column}
                      onPointerEnter={() => {
                        const cell = cellAt(at, column);
                        marks.set(cell?.page === page ? { page, box: cell.box } : undefined);
                      }}
                    >
                      {text}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface Pointing {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onClick: () => void;
}

/** Marks the place of a block on this page while the pointer is over it. */
function marking({ places }: Pick<Block, "places">, { content, marks, onChoose }: ViewParts): Pointing {
  const place = places.find(({ page }) => page === content.number);
  const mark = place && {
    page: content.number,
    box: place.box,
    ...(place.firstLine === null ? {} : { line: place.firstLine }),
  };
  return {
    onPointerEnter: () => marks.set(mark),
    onPointerLeave: () => marks.set(undefined),
    onClick: () => mark && onChoose(mark),
  };
}

function Copy({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy}>
          {copied ? "Copied" : label}
        </Button>
      )}
    </CopyButton>
  );
}

function Nothing({
  parts: { loading, missing, problem },
  what,
}: {
  readonly parts: Parts<unknown>;
  readonly what: string;
}): ReactNode {
  if (problem !== undefined) return <Alert color="red">{problem}</Alert>;
  if (missing)
    return (
      <Text p="md" c="var(--ink-faint)">
        The text of this document has been deleted. Run it again to find headings, lists and tables.
      </Text>
    );
  if (loading) return <Skeleton height={160} radius={0} />;
  return (
    <Text p="md" c="var(--ink-faint)">
      No {what} begins on this page.
    </Text>
  );
}
