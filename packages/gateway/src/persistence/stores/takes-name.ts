import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";

/** Whether a change went through; false when its name is taken, after which a transaction cannot go on. */
export async function takesName(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return false;
    throw error;
  }
}
