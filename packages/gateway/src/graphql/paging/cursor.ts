import { DomainError } from "@galley/core/domain";
import { z } from "zod";

/** Cursors are opaque: callers hand them back and never look inside. */
export function cursorCodec<T>(schema: z.ZodType<T>): {
  write(place: T): string;
  /** @throws DomainError `BAD_INPUT` when the cursor is not one of this list's. */
  read(cursor: string | null | undefined): T | undefined;
} {
  return {
    write: (place) => Buffer.from(JSON.stringify(place)).toString("base64url"),
    read(cursor) {
      if (cursor === null || cursor === undefined) return undefined;
      const place = schema.safeParse(jsonIn(Buffer.from(cursor, "base64url").toString()));
      if (place.success) return place.data;
      throw new DomainError("BAD_INPUT", "after: expected a cursor of this list.", { field: "after" });
    },
  };
}

/** The JSON value of a text; undefined, which no schema of a cursor takes, when it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many elements of a list stand before and at an element. */
export const placeCursor = cursorCodec(z.tuple([z.int().positive()]));
