import { pageOf } from "./places.ts";
import { shapeOf } from "./schema-shape.ts";
import { ALL_DONE, type SelectedField } from "./selected-field.ts";
import type { DataField, DocumentData } from "./field-queries.ts";
import type { DocumentFieldsState } from "./use-document-fields.ts";

/** What the inputs of a document's fields share. */
export interface FieldsPanel {
  readonly state: DocumentFieldsState;
  readonly selected: SelectedField;
  readonly editable: boolean;
  /** Saves a text, or confirms the value if it is undefined, and goes to the next doubtful field. */
  readonly accept: (path: string, text: string | undefined) => Promise<void>;
  readonly save: (path: string, text: string) => Promise<void>;
}

export function fieldsPanel(
  state: DocumentFieldsState,
  selected: SelectedField,
  editable: boolean,
): FieldsPanel {
  const save = async (path: string, text: string): Promise<boolean> => {
    const isDone = await state.correct(path, text === "" ? null : text, selected.words);
    if (isDone) selected.select(undefined);
    return isDone;
  };
  return {
    state,
    selected,
    editable,
    async save(path, text) {
      await save(path, text);
    },
    async accept(path, text) {
      if (!editable) return;
      const next = nextDoubtful(state.data, path);
      const isKnown = state.data?.fields.some((field) => field.path === path) === true;
      const isDone = text === undefined ? !isKnown || (await state.confirm([path])) : await save(path, text);
      if (isDone) selected.goTo(next);
    },
  };
}

/** The doubtful field after a path as they are shown, or else the first one; `ALL_DONE` if there is no other. */
export function nextDoubtful(data: DocumentData | undefined, path?: string): string {
  if (!data) return ALL_DONE;
  const { values, lists } = shapeOf(data.schema.definition);
  const names = [...values, ...lists].map(({ name }) => name);
  const columns = lists.flatMap((list) => list.columns.map((column) => `${list.name}.${column.name}`));
  const place = (field: DataField): readonly number[] => {
    const [name = "", row = 0, column = ""] = field.path.split(/\[(\d+)\]\.?/);
    return [pageOf(field, 1), names.indexOf(name), Number(row), columns.indexOf(`${name}.${column}`)];
  };
  const paths = data.fields
    .toSorted((one, other) => inOrder(place(one), place(other)))
    .map((one) => one.path);
  const doubtful = new Set(data.review);
  const at = path === undefined ? -1 : paths.indexOf(path);
  return (
    [...paths.slice(at + 1), ...paths.slice(0, Math.max(at, 0))].find((one) => doubtful.has(one)) ?? ALL_DONE
  );
}

function inOrder(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}
