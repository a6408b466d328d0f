import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import type { Mark } from "../viewer/marks.ts";
import { wordAt } from "../viewer/words/use-corrections.ts";
import type { PickedWords } from "./use-document-fields.ts";

/** The field that has, or had, the focus, with what was typed or picked on the page and is not saved yet. */
export interface SelectedField {
  readonly path: string | undefined;
  readonly draft: string | undefined;
  readonly words: PickedWords | undefined;
  /** The field that gets the focus once it is drawn, or `ALL_DONE`. */
  readonly next: string | undefined;
  readonly goTo: (next: string | undefined) => void;
  readonly select: (path: string | undefined) => void;
  readonly type: (text: string) => void;
  /** Takes a word of the page; further words of the page are added. Whether a field is selected. */
  readonly pick: (mark: Mark, content: PageContent | undefined) => boolean;
}

/** Where Enter leads after the last doubtful field: to the button that confirms all. */
export const ALL_DONE = "";

interface Selection {
  readonly path?: string | undefined;
  readonly draft?: string | undefined;
  readonly words?: PickedWords | undefined;
}

export function useSelectedField(): SelectedField {
  const [selection, setSelection] = useState<Selection>({});
  const latest = useRef(selection);
  const [next, setNext] = useState<string>();
  const set = (changed: Selection): void => {
    latest.current = changed;
    setSelection(changed);
  };
  return {
    path: selection.path,
    draft: selection.draft,
    words: selection.words,
    next,
    goTo: setNext,
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
      setNext(path);
      return true;
    },
  };
}

/** The part that gets the focus when `next` is `path`. A disabled one waits until it is enabled. */
export function useFocusWhenNext<Part extends HTMLElement>(
  { next, goTo }: Pick<SelectedField, "next" | "goTo">,
  path: string,
  enabled: boolean,
): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (next !== path || !enabled) return;
    part.current?.focus();
    goTo(undefined);
  }, [next, path, enabled]);
  const focusAgain = useEffectEvent(() => goTo(path));
  useLayoutEffect(() => {
    const drawn = part.current;
    return () => {
      // Pages out of sight are not drawn; the one that is scrolled to may be drawn twice.
      if (drawn !== null && drawn === document.activeElement) focusAgain();
    };
  }, []);
  return part;
}
