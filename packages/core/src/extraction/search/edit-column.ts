export interface ScanRange {
  readonly from: number;
  /** Exclusive. A range that ends below where it begins is read backwards. */
  readonly to: number;
}

export interface ScanHit {
  /** Of the last symbol that was taken. */
  readonly index: number;
  /** Edits between the pattern and the piece that is nearest to it. */
  readonly distance: number;
}

export interface EditColumnOptions {
  readonly maxEdits: number;
  /** Where a piece of text begins: anywhere, or with the first symbol since `reset`. */
  readonly begins: "anywhere" | "first";
  /** Scans end where it is exceeded. */
  readonly maxWork: number;
}

const BLOCK_ROWS = 32;

/**
 * Approximate matching of one pattern, symbol by symbol of a text: Myers' bit-parallel algorithm (1999) in Hyyrö's
 * formulation, on blocks of 32 rows, of which only those are computed that can still come to a match (Ukkonen's
 * cut-off). A symbol costs a few machine instructions for each 32 rows that are near a match.
 */
export class EditColumn {
  /** Blocks that were computed so far. */
  work = 0;
  readonly #limits: Pick<EditColumnOptions, "maxEdits" | "maxWork">;
  readonly #equality: EqualityMasks;
  readonly #lastBlock: number;
  /** Rows of the last block. */
  readonly #lastHeight: number;
  /** What the uppermost edge changes by from column to column. */
  readonly #carryFromAbove: 0 | 1;
  readonly #positive: Int32Array;
  readonly #negative: Int32Array;
  /** Edits at the lower edge of each block. */
  readonly #edges: Int32Array;
  /** The lowest block that is computed. */
  #deepest = 0;

  constructor(pattern: Uint16Array, { begins, ...limits }: EditColumnOptions) {
    const equality = equalityMasks(pattern);
    this.#limits = limits;
    this.#equality = equality;
    this.#lastBlock = equality.blocks - 1;
    this.#lastHeight = pattern.length - this.#lastBlock * BLOCK_ROWS;
    this.#carryFromAbove = begins === "first" ? 1 : 0;
    this.#positive = new Int32Array(equality.blocks);
    this.#negative = new Int32Array(equality.blocks);
    this.#edges = new Int32Array(equality.blocks);
    this.reset();
  }

  /** Begins anew: what came before is not matched any more. */
  reset(): void {
    this.#deepest = Math.min(Math.floor(this.#limits.maxEdits / BLOCK_ROWS), this.#lastBlock);
    for (let block = 0; block <= this.#deepest; block++) this.#open(block, block * BLOCK_ROWS);
  }

  /** Takes the symbols of the range until a piece of text ends that is at most `maxEdits` away from the pattern. */
  scan(symbols: Uint16Array, { from, to }: ScanRange): ScanHit | undefined {
    const { maxEdits, maxWork } = this.#limits;
    const direction = from <= to ? 1 : -1;
    for (let index = from; index !== to && this.work <= maxWork; index += direction) {
      if (this.#deepest === 0) index = this.#skip(symbols, { from: index, to }, direction);
      if (index === to) break;
      const distance = this.#step(symbols[index] ?? 0);
      if (distance <= maxEdits) return { index, distance };
    }
    return undefined;
  }

  #step(symbol: number): number {
    const { masks, rowOf, blocks } = this.#equality;
    const edges = this.#edges;
    const row = (rowOf[symbol] ?? 0) * blocks;
    let carry: number = this.#carryFromAbove;
    for (let block = 0; block <= this.#deepest; block++) {
      carry = this.#advance(block, masks[row + block] ?? 0, carry);
      edges[block] = (edges[block] ?? 0) + carry;
    }
    this.work += this.#deepest + 1;
    if (this.#deepest < this.#lastBlock) this.#deepen(row, carry);
    const outOfReach = this.#limits.maxEdits + BLOCK_ROWS;
    while (this.#deepest > 0 && (edges[this.#deepest] ?? 0) >= outOfReach) this.#deepest -= 1;
    return this.#deepest === this.#lastBlock ? (edges[this.#deepest] ?? 0) : Infinity;
  }

  /**
   * The same as `#step` for as long as nothing is in reach of a match and one block says so, which is nearly always: it
   * stays in registers. Gives the index of the first symbol that it did not take.
   */
  #skip(symbols: Uint16Array, { from, to }: ScanRange, direction: number): number {
    const { masks, rowOf, blocks } = this.#equality;
    const { maxEdits } = this.#limits;
    const carryFromAbove = this.#carryFromAbove;
    const bottom = (this.#lastBlock === 0 ? this.#lastHeight : BLOCK_ROWS) - 1;
    let pv = this.#positive[0] ?? 0;
    let mv = this.#negative[0] ?? 0;
    let edge = this.#edges[0] ?? 0;
    let index = from;
    for (; index !== to && edge > maxEdits; index += direction) {
      const mask = masks[(rowOf[symbols[index] ?? 0] ?? 0) * blocks] ?? 0;
      const xh = (((mask & pv) + pv) ^ pv) | mask;
      const ph = mv | ~(xh | pv);
      const mh = pv & xh;
      const next = edge + ((ph >>> bottom) & 1) - ((mh >>> bottom) & 1);
      if (next <= maxEdits) break;
      const xv = mask | mv;
      const shiftedPh = (ph << 1) | carryFromAbove;
      pv = (mh << 1) | ~(xv | shiftedPh);
      mv = shiftedPh & xv;
      edge = next;
    }
    this.#positive[0] = pv;
    this.#negative[0] = mv;
    this.#edges[0] = edge;
    this.work += Math.abs(index - from);
    return index;
  }

  /** Opens the next block where a match may reach into it. `carry` is what its upper edge has just changed by. */
  #deepen(row: number, carry: number): void {
    const before = (this.#edges[this.#deepest] ?? 0) - carry;
    const mask = this.#equality.masks[row + this.#deepest + 1] ?? 0;
    if (before > this.#limits.maxEdits || ((mask & 1) === 0 && carry >= 0)) return;
    this.#deepest += 1;
    this.#open(this.#deepest, before);
    this.#edges[this.#deepest] =
      (this.#edges[this.#deepest] ?? 0) + this.#advance(this.#deepest, mask, carry);
  }

  /** Takes a block to the next column. `carry` is what its upper edge changes by; its lower edge's change is given. */
  #advance(block: number, mask: number, carry: number): number {
    const pv = this.#positive[block] ?? 0;
    const mv = this.#negative[block] ?? 0;
    const xv = mask | mv;
    const equal = carry < 0 ? mask | 1 : mask;
    const xh = (((equal & pv) + pv) ^ pv) | equal;
    const ph = mv | ~(xh | pv);
    const mh = pv & xh;
    const bottom = (block === this.#lastBlock ? this.#lastHeight : BLOCK_ROWS) - 1;
    const shiftedPh = (ph << 1) | (carry > 0 ? 1 : 0);
    const shiftedMh = (mh << 1) | (carry < 0 ? 1 : 0);
    this.#positive[block] = shiftedMh | ~(xv | shiftedPh);
    this.#negative[block] = shiftedPh & xv;
    return ((ph >>> bottom) & 1) - ((mh >>> bottom) & 1);
  }

  #open(block: number, above: number): void {
    this.#positive[block] = -1;
    this.#negative[block] = 0;
    this.#edges[block] = above + (block === this.#lastBlock ? this.#lastHeight : BLOCK_ROWS);
  }
}

interface EqualityMasks {
  readonly blocks: number;
  /** For each symbol of the pattern a row of blocks, with a bit set where the pattern has it; row 0 is all others. */
  readonly masks: Int32Array;
  readonly rowOf: Uint16Array;
}

function equalityMasks(pattern: Uint16Array): EqualityMasks {
  const blocks = Math.ceil(pattern.length / BLOCK_ROWS);
  const distinct = [...new Set(pattern)];
  const rowOf = new Uint16Array(0x1_0000);
  for (const [index, symbol] of distinct.entries()) rowOf[symbol] = index + 1;
  const masks = new Int32Array((distinct.length + 1) * blocks);
  for (const [index, symbol] of pattern.entries()) {
    const at = (rowOf[symbol] ?? 0) * blocks + Math.floor(index / BLOCK_ROWS);
    masks[at] = (masks[at] ?? 0) | (1 << (index % BLOCK_ROWS));
  }
  return { blocks, masks, rowOf };
}
