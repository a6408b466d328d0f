import type { BlockCipher } from "./old-office-key.ts";
import type { Rc4 } from "./rc4.ts";

/** The key stream of a whole stream of a file, of which each block has a key of its own. Bytes are asked for in order. */
export class BlockKeyStream {
  readonly #cipher: BlockCipher;
  readonly #blockSize: number;
  #at = 0;
  #stream: Rc4 | undefined;

  constructor(cipher: BlockCipher, blockSize: number) {
    this.#cipher = cipher;
    this.#blockSize = blockSize;
  }

  /** The byte of the key stream at a place that is not before the last one. */
  at(place: number): number {
    const block = Math.floor(place / this.#blockSize);
    if (!this.#stream || block !== Math.floor((this.#at - 1) / this.#blockSize)) {
      this.#stream = this.#cipher(block);
      this.#at = block * this.#blockSize;
    }
    for (; this.#at < place; this.#at++) this.#stream.next();
    this.#at++;
    return this.#stream.next();
  }
}
