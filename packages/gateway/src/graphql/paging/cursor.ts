import { DomainError } from "@galley/core/domain";
import { z } from "zod";

/** Encodes and decodes cursors, which are opaque to clients. */
export function cursorCodec<T>(schema: z.ZodType<T>): {
  write(place: T): string;
  /** @throws DomainError `BAD_INPUT` if the cursor was not made for this list. */
  read(cursor: string | null | undefined): T | undefined;
} {
  return {
    write: (place) => Buffer.from(JSON.stringify(place)).toString("base64url"),
    read(cursor) {
      if (cursor === null || cursor === undefined) return undefined;
      const place = schema.safeParse(jsonIn(Buffer.from(cursor, "base64url").toString()));
      if (place.success) return place.data;
      throw new DomainError("BAD_INPUT", "after: expected a cursor that this list returned.", {
        field: "after",
      });
    },
  };
}

/** The parsed JSON; undefined, which no cursor schema accepts, if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The element's position in the list, counted from 1. */
export const positionCursor = cursorCodec(z.tuple([z.int().positive()]));
