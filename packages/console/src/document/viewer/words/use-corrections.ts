import { useState } from "react";

import { reasonOf } from "../../../parts/api-error.tsx";
import type { PageStore } from "../../model/page-store.ts";
import type { PageContent, PageWord, WordPlace } from "../../model/viewed-document.ts";
import type { Mark } from "../marks.ts";

export interface Correcting {
  /** Whether words of this document can be corrected. */
  readonly possible: boolean;
  /** Whether the chosen word is being edited. */
  readonly editing: boolean;
  readonly setEditing: (editing: boolean) => void;
  /** Why the last change was refused; "" if it was not. */
  readonly problem: string;
  readonly save: (mark: Mark, text: string) => Promise<void>;
  readonly undo: (mark: Mark) => Promise<void>;
}

/**
 * Corrects words of a document, and loads their pages again.
 *
 * @param left is called when the field with the focus goes.
 */
export function useCorrections(store: PageStore, left: () => void): Correcting {
  const { corrections } = store.document;
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState("");
  const changed = async (
    mark: Mark,
    change: ((place: WordPlace) => Promise<void>) | undefined,
  ): Promise<void> => {
    const word = wordAt(store.loaded(mark.page), mark);
    if (!word) return;
    try {
      await change?.({ page: mark.page, word: word.index });
      store.replace(await store.document.page(mark.page));
      setProblem("");
      setEditing(false);
      left();
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  return {
    possible: corrections !== undefined,
    editing,
    setEditing(wanted) {
      setProblem("");
      setEditing(wanted);
      if (editing && !wanted) left();
    },
    problem,
    save: (mark, text) => changed(mark, corrections && ((place) => corrections.correct(place, text))),
    undo: (mark) => changed(mark, corrections && ((place) => corrections.remove(place))),
  };
}

export function wordAt(content: PageContent | undefined, { line, word }: Mark): PageWord | undefined {
  if (line === undefined || word === undefined) return undefined;
  return content?.lines[line]?.words[word];
}
