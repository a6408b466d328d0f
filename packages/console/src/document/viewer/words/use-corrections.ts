import { useState } from "react";

import { reasonOf } from "../../../parts/api-error.tsx";
import type { PageStore } from "../../model/page-store.ts";
import type { Correction, PageContent, PageWord } from "../../model/viewed-document.ts";
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
 * Corrects words of a document; the pages show it at once.
 *
 * @param left is called when the field with the focus goes.
 */
export function useCorrections(store: PageStore, left: () => void): Correcting {
  const { corrections } = store.document;
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState("");
  const changed = async (
    mark: Mark,
    change: (word: PageWord) => Promise<Correction | undefined>,
  ): Promise<void> => {
    const word = wordAt(store.loaded(mark.page), mark);
    if (!word) return;
    try {
      const correction = await change(word);
      const content = store.loaded(mark.page);
      if (content) store.replace(withCorrection(content, word.index, correction));
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
    save: (mark, text) =>
      changed(mark, ({ index }) =>
        corrections
          ? corrections.correct({ page: mark.page, word: index }, text)
          : Promise.resolve(undefined),
      ),
    undo: (mark) =>
      changed(mark, async ({ index }) => {
        await corrections?.remove({ page: mark.page, word: index });
        return undefined;
      }),
  };
}

export function wordAt(content: PageContent | undefined, { line, word }: Mark): PageWord | undefined {
  if (line === undefined || word === undefined) return undefined;
  return content?.lines[line]?.words[word];
}

/** Only the line of the word changes, so that only it is drawn again. */
function withCorrection(
  content: PageContent,
  index: number,
  correction: Correction | undefined,
): PageContent {
  const lines = content.lines.map((line) =>
    line.words.some((word) => word.index === index)
      ? { ...line, words: line.words.map((word) => (word.index === index ? { ...word, correction } : word)) }
      : line,
  );
  return { ...content, lines };
}
