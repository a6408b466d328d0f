import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";

/** Whether a change succeeded; false if the name is taken, after which the transaction cannot continue. */
export async function takesName(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return false;
    throw error;
  }
}
