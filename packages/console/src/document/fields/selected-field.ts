import { useRef, useState } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import type { Mark } from "../viewer/marks.ts";
import { wordAt } from "../viewer/words/use-corrections.ts";
import type { PickedWords } from "./use-document-fields.ts";

/** The field that has, or had, the focus, with what was typed or picked on the page and is not saved yet. */
export interface SelectedField {
  readonly path: string | undefined;
  readonly draft: string | undefined;
  readonly words: PickedWords | undefined;
  readonly select: (path: string | undefined) => void;
  readonly type: (text: string) => void;
  /** Takes a word of the page; further words of the page are added. Whether a field is selected. */
  readonly pick: (mark: Mark, content: PageContent | undefined) => boolean;
}

interface Selection {
  readonly path?: string | undefined;
  readonly draft?: string | undefined;
  readonly words?: PickedWords | undefined;
}

export function useSelectedField(): SelectedField {
  const [selection, setSelection] = useState<Selection>({});
  const latest = useRef(selection);
  const set = (next: Selection): void => {
    latest.current = next;
    setSelection(next);
  };
  return {
    path: selection.path,
    draft: selection.draft,
    words: selection.words,
    select(path) {
      if (path !== latest.current.path) set({ path });
    },
    type: (draft) => set({ path: latest.current.path, draft }),
    pick(mark, content) {
      const { path, words } = latest.current;
      const word = wordAt(content, mark);
      if (path === undefined || !content || !word) return false;
      const before = words?.page === mark.page ? words.indexes : [];
      const indexes = [...new Set([...before, word.index])].toSorted((one, other) => one - other);
      const all = content.lines.flatMap((line) => line.words);
      const text = indexes.map((index) => all.find((one) => one.index === index)?.text ?? "").join(" ");
      set({ path, draft: text, words: { page: mark.page, indexes } });
      focusField(path);
      return true;
    },
  };
}

/** The inputs carry their paths, so that Enter and the page can lead to them. */
export function focusField(path: string): void {
  document.querySelector<HTMLInputElement>(`input[data-field="${CSS.escape(path)}"]`)?.focus();
}
