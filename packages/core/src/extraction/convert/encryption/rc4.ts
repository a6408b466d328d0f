/** The key stream of RC4, which OpenSSL disables by default. */
export class Rc4 {
  readonly #state = Uint8Array.from({ length: 256 }, (_, index) => index);
  #i = 0;
  #j = 0;

  constructor(key: Uint8Array) {
    for (let i = 0, j = 0; i < 256; i++) {
      j = (j + (this.#state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
      this.#swap(i, j);
    }
  }

  /** The next byte of the stream. */
  next(): number {
    this.#i = (this.#i + 1) & 255;
    this.#j = (this.#j + (this.#state[this.#i] ?? 0)) & 255;
    this.#swap(this.#i, this.#j);
    return this.#state[((this.#state[this.#i] ?? 0) + (this.#state[this.#j] ?? 0)) & 255] ?? 0;
  }

  /** Encrypts or decrypts bytes with the next ones of the stream. */
  applied(bytes: Uint8Array): Buffer {
    return Buffer.from(bytes.map((byte) => byte ^ this.next()));
  }

  #swap(a: number, b: number): void {
    const kept = this.#state[a] ?? 0;
    this.#state[a] = this.#state[b] ?? 0;
    this.#state[b] = kept;
  }
}
