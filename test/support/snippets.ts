/** The languages whose snippets are executed. */
const EXECUTED = ["sh", "js", "python", "graphql"] as const;
/** The languages of blocks that only show something. */
const SHOWN: ReadonlySet<string> = new Set(["text", "json", "yaml", "http", "mermaid", "sql"]);

/** A fenced block of a Markdown page that is to be executed as it is printed. */
export interface Snippet {
  readonly language: (typeof EXECUTED)[number];
  readonly text: string;
  /** Of its opening fence, counted from 1. */
  readonly line: number;
  /** The `text` block that follows it directly: what it prints. */
  readonly output: string | undefined;
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** Only blank lines lie between it and the block before. */
  readonly follows: boolean;
  readonly notRun: boolean;
}

const FENCE = /^\s*```(\w*)$/;
const NOT_RUN = /^\s*<!-- not run: \S.* -->$/;

/** The snippets of a page in their order, without those that a comment `<!-- not run: reason -->` precedes. */
export function snippetsOf(page: string): readonly Snippet[] {
  const blocks = blocksOf(page.split("\n"));
  return blocks.flatMap(({ language, text, line, notRun }, index) => {
    const executed = EXECUTED.find((name) => name === language);
    if (executed === undefined && !SHOWN.has(language)) {
      throw new Error(`Line ${line}: a block of the language "${language}" is neither executed nor shown.`);
    }
    if (executed === undefined || notRun) return [];
    const next = blocks[index + 1];
    const output = next?.language === "text" && next.follows ? next.text : undefined;
    return [{ language: executed, text, line, output }];
  });
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let from: number | undefined;
  let end = -1;
  for (const [index, line] of lines.entries()) {
    const fence = FENCE.exec(line);
    if (fence === null) continue;
    if (from === undefined) {
      from = index;
      continue;
    }
    blocks.push({
      language: FENCE.exec(lines[from] ?? "")?.[1] ?? "",
      text: lines.slice(from + 1, index).join("\n"),
      line: from + 1,
      follows: lines.slice(end + 1, from).every((between) => between.trim() === ""),
      notRun: NOT_RUN.test(lines[from - 1] ?? ""),
    });
    from = undefined;
    end = index;
  }
  return blocks;
}
