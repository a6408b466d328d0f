import { neighbour, neighbourWord, type Mark } from "./marks.ts";
import { nextDoubtful } from "./words/next-doubtful.ts";
import { useKeys } from "./use-keys.ts";
import type { Viewer } from "./use-viewer.ts";
import { zoomed } from "./view-settings.ts";

/** The keys of the viewer: ↑ ↓ lines, Shift ← → words, ← → pages, Enter chooses, / n N search, + - zoom, w c d e words. */
export function useViewerKeys(viewer: Viewer): void {
  const { settings, setSettings, search, searchField, marks, pages, numbers, choose, show } = viewer;
  const turn = (step: number): void => pages.go(numbers[numbers.indexOf(pages.page) + step] ?? pages.page);
  const moveLine = async (step: 1 | -1): Promise<void> => show(await lineBeside(viewer, step));
  const moveWord = async (step: 1 | -1): Promise<void> => show(await wordBeside(viewer, step));
  useKeys({
    ArrowDown: () => void moveLine(1),
    ArrowUp: () => void moveLine(-1),
    "Shift+ArrowRight": () => void moveWord(1),
    "Shift+ArrowLeft": () => void moveWord(-1),
    ArrowRight: () => turn(1),
    PageDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    PageUp: () => turn(-1),
    Home: () => pages.go(numbers[0] ?? 1),
    End: () => pages.go(numbers.at(-1) ?? 1),
    Enter: () => choose(marks.current()),
    "+": () => setSettings(zoomed(settings, 1)),
    "=": () => setSettings(zoomed(settings, 1)),
    "-": () => setSettings(zoomed(settings, -1)),
    w: () => setSettings({ ...settings, boxes: !settings.boxes }),
    c: () => setSettings({ ...settings, heat: !settings.heat }),
    d: () => void goToDoubtful(viewer),
    e: () => correctMarked(viewer),
    n: () => search.step(1),
    N: () => search.step(-1),
    "/": () => searchField.current?.select(),
    Escape: () => {
      search.clear();
      choose(undefined);
      marks.set(undefined);
    },
  });
}

/** Opens the editor for the marked or chosen word. */
function correctMarked({ marks, chosen, choose, correcting }: Viewer): void {
  const mark = marks.current() ?? chosen;
  if (mark?.word === undefined || !correcting.possible) return;
  choose(mark);
  correcting.setEditing(true);
}

async function wordBeside(
  { store, marks, chosen, pages: { page } }: Viewer,
  step: 1 | -1,
): Promise<Mark | undefined> {
  const from: Pick<Mark, "page" | "line" | "word"> = marks.current() ?? chosen ?? { page };
  return neighbourWord(await store.page(from.page), from, step);
}

/** Marks the next word that was read with little confidence. */
export async function goToDoubtful({ store, numbers, marks, pages: { page }, show }: Viewer): Promise<void> {
  show(await nextDoubtful(store, numbers, marks.current() ?? { page }));
}

/** The line before or after the marked one, on its page or on the one beside. */
async function lineBeside(
  { store, numbers, outlines, marks, pages: { page } }: Viewer,
  step: 1 | -1,
): Promise<Mark | undefined> {
  const from = marks.current() ?? { page, line: -1 };
  const here = neighbour(await store.page(from.page), from.line ?? -1, step);
  if (here) return here;
  const beside = numbers[numbers.indexOf(from.page) + step];
  if (beside === undefined || outlines.get(beside)?.failed !== false) return undefined;
  const content = await store.page(beside);
  return neighbour(content, step === 1 ? -1 : content.lines.length, step);
}
