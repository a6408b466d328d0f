import type { SelectedField } from "./selected-field.ts";
import { focusField } from "./selected-field.ts";
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
      const next = nextDoubtful(state, path);
      const isKnown = state.data?.fields.some((field) => field.path === path) === true;
      const isDone = text === undefined ? !isKnown || (await state.confirm([path])) : await save(path, text);
      if (!isDone) return;
      if (next === undefined) document.querySelector<HTMLButtonElement>("button[data-fields-done]")?.focus();
      else focusField(next);
    },
  };
}

/** The doubtful field after a path, or else the first one; undefined if there is no other. */
function nextDoubtful({ data }: DocumentFieldsState, path: string): string | undefined {
  const paths = data?.fields.map((field) => field.path) ?? [];
  const doubtful = new Set(data?.review);
  const at = paths.indexOf(path);
  return [...paths.slice(at + 1), ...paths.slice(0, Math.max(at, 0))].find((one) => doubtful.has(one));
}
