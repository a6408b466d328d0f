import type { WriteStream } from "node:tty";

const WIDTH = 30;
/** Erases the line and goes back to its beginning. */
const CLEAR_LINE = "\r\u001B[K";

export interface ProgressBar {
  show(name: string, progress: { readonly done: number; readonly total: number }): void;
  /** Makes room for other output. */
  clear(): void;
}

/** A bar on a terminal; nothing at all where nobody watches. */
export function createProgressBar(stream: WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} };
  return {
    show(name, { done, total }) {
      const filled = Math.round((done / total) * WIDTH);
      const bar = "#".repeat(filled).padEnd(WIDTH, "-");
      stream.write(
        `${CLEAR_LINE}[${bar}] ${done}/${total} ${name}`.slice(0, stream.columns + CLEAR_LINE.length),
      );
    },
    clear: () => stream.write(CLEAR_LINE),
  };
}
