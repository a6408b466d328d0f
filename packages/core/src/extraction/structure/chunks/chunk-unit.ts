import type { BlockPlace } from "../model/block.ts";

/** The smallest part of a block that a chunk holds. */
export interface ChunkUnit {
  /** The id of its block. */
  readonly block: string;
  /** Markdown. */
  readonly text: string;
  /** Repeated before the first unit of the block in a chunk: the head of a table. */
  readonly head: string;
  /** Between it and the unit before it in the same block. */
  readonly separator: string;
  readonly places: readonly BlockPlace[];
}
