export interface ScanRange {
  readonly from: number;
  /** Exclusive. If it is below the start, the range is read backwards. */
  readonly to: number;
}

export interface ScanHit {
  /** Index of the last symbol consumed. */
  readonly index: number;
  /** Edit distance between the pattern and the closest match. */
  readonly distance: number;
}

export interface EditColumnOptions {
  readonly maxEdits: number;
  /** Where a match may start: anywhere, or only at the first symbol since `reset`. */
  readonly begins: "anywhere" | "first";
  /** Scans stop when it is exceeded. */
  readonly maxWork: number;
}

const BLOCK_ROWS = 32;

/**
 * Approximate matching of one pattern, symbol by symbol: Myers' bit-parallel algorithm (1999) in Hyyrö's formulation,
 * on blocks of 32 rows, of which only those are computed that can still lead to a match (Ukkonen's cut-off). A symbol
 * costs a few machine instructions per 32 rows that are close to a match.
 */
export class EditColumn {
  /** Number of blocks computed so far. */
  work = 0;
  readonly #limits: Pick<EditColumnOptions, "maxEdits" | "maxWork">;
  readonly #equality: EqualityMasks;
  readonly #lastBlock: number;
  /** Number of rows in the last block. */
  readonly #lastHeight: number;
  /** The change of the top edge from column to column. */
  readonly #carryFromAbove: 0 | 1;
  readonly #positive: Int32Array;
  readonly #negative: Int32Array;
  /** Edit distance at the lower edge of each block. */
  readonly #edges: Int32Array;
  /** The lowest active block. */
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

  /** Restarts matching: earlier symbols are ignored. */
  reset(): void {
    this.#deepest = Math.min(Math.floor(this.#limits.maxEdits / BLOCK_ROWS), this.#lastBlock);
    for (let block = 0; block <= this.#deepest; block++) this.#open(block, block * BLOCK_ROWS);
  }

  /** Consumes the symbols of the range until a match with at most `maxEdits` edits ends. */
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
   * Like `#step` while there is no match in reach and only one block is active, which is nearly always; the state stays
   * in registers. Returns the index of the first symbol that it did not consume.
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

  /** Activates the next block if a match may extend into it. `carry` is the change of its upper edge. */
  #deepen(row: number, carry: number): void {
    const before = (this.#edges[this.#deepest] ?? 0) - carry;
    const mask = this.#equality.masks[row + this.#deepest + 1] ?? 0;
    if (before > this.#limits.maxEdits || ((mask & 1) === 0 && carry >= 0)) return;
    this.#deepest += 1;
    this.#open(this.#deepest, before);
    this.#edges[this.#deepest] =
      (this.#edges[this.#deepest] ?? 0) + this.#advance(this.#deepest, mask, carry);
  }

  /** Advances a block by one column. `carry` is the change of its upper edge; returns the change of its lower edge. */
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
  /**
   * One row of blocks per symbol of the pattern, with a bit set at each of its positions; row 0 is for all other
   * symbols.
   */
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
