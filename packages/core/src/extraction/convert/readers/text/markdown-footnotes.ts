import type { MarkedExtension, Token, Tokens } from "marked";

/** A note, from its mark to the line before the next note or paragraph; lines that are indented go on. */
const DEFINITION =
  /^\[\^([^\]\s]{1,200})\]:[ \t]*([^\n]*(?:\n(?!\[\^[^\]\s]{1,200}\]:)[^\n]*\S[^\n]*|\n+(?: {4}|\t)[^\n]*\S[^\n]*)*)(?:\n+|$)/;

const REFERENCE = /^\[\^([^\]\s]{1,200})\]/;

/** The footnotes of one document, as GitHub reads them: numbered in the order of their references, at the end. */
export class MarkdownFootnotes {
  readonly #notes = new Map<string, readonly Token[]>();
  readonly #numbers = new Map<string, number>();
  readonly #inText: Set<string>;

  constructor(text: string) {
    const found = text.matchAll(/^ {0,3}\[\^([^\]\s]{1,200})\]:/gmu);
    this.#inText = new Set(Array.from(found, ([, name = ""]) => name));
  }

  get extension(): MarkedExtension {
    const notes = this.#notes;
    const numberOf = (name: string): number => this.#numberOf(name);
    const isNote = (name: string): boolean => this.#inText.has(name);
    return {
      extensions: [
        {
          name: "footnote",
          level: "block",
          tokenizer(source): Tokens.Generic | undefined {
            const [raw, name, body = ""] = DEFINITION.exec(source) ?? [];
            if (raw === undefined || name === undefined) return undefined;
            const tokens = this.lexer.blockTokens(body.replaceAll(/^(?: {4}|\t)/gm, ""));
            if (!notes.has(name)) notes.set(name, tokens);
            return { type: "footnote", raw };
          },
          renderer: () => "",
        },
        {
          name: "footnoteReference",
          level: "inline",
          tokenizer(source): Tokens.Generic | undefined {
            const [raw, name] = REFERENCE.exec(source) ?? [];
            if (raw === undefined || name === undefined || !isNote(name)) return undefined;
            return { type: "footnoteReference", raw, name };
          },
          renderer: ({ name }) => `<sup>${numberOf(String(name))}</sup>`,
        },
      ],
    };
  }

  /** The notes as a list; "" if there are none. */
  written(parsed: (tokens: readonly Token[]) => string): string {
    for (const name of this.#notes.keys()) this.#numberOf(name);
    const items = [...this.#numbers].flatMap(([name, number]) => {
      const tokens = this.#notes.get(name);
      return tokens === undefined ? [] : [`<li value="${number}">${parsed(tokens)}</li>`];
    });
    return items.length === 0 ? "" : `<ol>${items.join("")}</ol>`;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name) ?? this.#numbers.size + 1;
    this.#numbers.set(name, known);
    return known;
  }
}
