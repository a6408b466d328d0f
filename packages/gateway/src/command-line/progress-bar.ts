import type { WriteStream } from "node:tty";

const WIDTH = 30;
/** Erases the line and moves the cursor to its start. */
const CLEAR_LINE = "\r\u001B[K";

export interface ProgressBar {
  show(name: string, progress: { readonly done: number; readonly total: number }): void;
  /** Clears the bar before other output. */
  clear(): void;
}

/** A progress bar on a terminal; does nothing if the stream is not a terminal. */
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
