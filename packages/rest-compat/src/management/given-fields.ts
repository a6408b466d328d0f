import { DomainError } from "@galley/core/domain";
import { z } from "zod";
import { ManagementRefusal } from "./management-errors.ts";

/**
 * The writable fields, plus read-only ones, which are accepted and ignored: clients send back what they received.
 * Unknown fields are rejected.
 */
export function givenFields<S extends z.ZodObject>(fields: S, answered: z.ZodObject): z.ZodPreprocess<S> {
  const isGiven = (name: string): boolean => name in fields.shape || !(name in answered.shape);
  return z.preprocess((body) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    return Object.fromEntries(Object.entries(body).filter(([name]) => isGiven(name)));
  }, fields);
}

/**
 * Reports a name that is taken as an invalid value of the field.
 *
 * @throws ManagementRefusal
 */
export async function uniqueName<T>(attr: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === "CONFLICT" && error.field === "name";
    if (!isTaken) throw error;
    throw new ManagementRefusal(400, [{ code: "unique", detail: error.message, attr }]);
  }
}

/** The id of another record. */
export const recordId = z.guid("Must be a valid UUID.");
