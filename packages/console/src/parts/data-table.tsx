import { Table, VisuallyHidden } from "@mantine/core";
import type { CSSProperties, MouseEvent, ReactNode } from "react";

import classes from "./data-table.module.css";

export interface Column {
  readonly name: string;
  readonly align?: "right";
  /** Shown instead of the name; null for nothing. */
  readonly head?: ReactNode;
}

export const ACTIONS: Column = { name: "Actions", head: null };

/**
 * The rows of a list under the names of their columns, at most eight. Where there is no room for columns, each cell is
 * a line with the name of its column. A click anywhere in a row follows the link that is marked `data-row`.
 */
export function DataTable({
  label,
  columns,
  children,
}: {
  readonly label: string;
  readonly columns: readonly (Column | string)[];
  readonly children: ReactNode;
}): ReactNode {
  const all = columns.map((column) => (typeof column === "string" ? { name: column } : column));
  return (
    <div className={classes["region"]} tabIndex={0} role="region" aria-label={label}>
      <Table aria-label={label} className={classes["table"] ?? ""} style={namesOf(all)} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {all.map(({ name, align, head = name }) => (
              <Table.Th key={name} ta={align} aria-label={head === name ? undefined : name}>
                {head ?? <VisuallyHidden>{name}</VisuallyHidden>}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onClick={followRow}>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

/** The names as CSS strings, for cells that are lines. */
function namesOf(columns: readonly Column[]): CSSProperties & Record<`--column-${number}`, string> {
  return Object.fromEntries(
    columns.map(({ name, head = name }, index) => [
      `--column-${index + 1}`,
      JSON.stringify(head === name ? name : ""),
    ]),
  );
}

/** Whatever else can be clicked in a row keeps its own meaning, and selecting a text follows no link. */
function followRow({ target, currentTarget }: MouseEvent): void {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest("a, button, input, label, summary, [role=dialog]") !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  target.closest("tr")?.querySelector<HTMLElement>("a[data-row], button[data-row]")?.click();
}
