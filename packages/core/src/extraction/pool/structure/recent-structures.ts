import type { DocumentBlocks } from "../../structure/model/block.ts";

/** The largest total size of the structures that are kept, in characters of their pages' JSON. */
const MAX_CHARACTERS = 32_000_000;

/** Structures that were not read for this long are dropped. */
const MAX_AGE_MS = 60_000;

interface Kept {
  readonly document: DocumentBlocks;
  readonly characters: number;
  readonly readAt: number;
}

/** The structures that were read last, so that several questions about a document join its pages once. */
export class RecentStructures {
  /** In the order in which they were read. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  /** @param now in milliseconds. */
  find(key: string, now: number): DocumentBlocks | undefined {
    for (const [other, { readAt }] of this.#kept) if (now - readAt > MAX_AGE_MS) this.#drop(other);
    const found = this.#kept.get(key);
    if (found) this.#put(key, { ...found, readAt: now });
    return found?.document;
  }

  /** Drops others until there is room. A structure that is larger than the room is not kept. */
  keep(key: string, document: DocumentBlocks, facts: { characters: number; now: number }): void {
    this.makeRoom(facts.characters);
    if (facts.characters <= MAX_CHARACTERS) this.#put(key, { document, ...facts, readAt: facts.now });
  }

  makeRoom(characters: number): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#characters + characters <= MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #put(key: string, kept: Kept): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#characters += kept.characters;
  }

  #drop(key: string): void {
    this.#characters -= this.#kept.get(key)?.characters ?? 0;
    this.#kept.delete(key);
  }
}
