import type { UserStore } from "@galley/core/domain";
import { UserEntity } from "../entities/user-entity.ts";
import { storable } from "../storable-text.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

/** The largest integer of the column. */
const MAX_NUMBER = 2 ** 31 - 1;

const users = tableOf(UserEntity);
const byId = users.select("where id = $1");
const byIds = users.select("where id = any ($1)");

export function createUserStore(run: Run): UserStore {
  return {
    insert: (user) =>
      run(async (em) => {
        const { id, email, name, active, createdAt } = user;
        const values = [id, storable(email), storable(name), active, createdAt];
        const [inserted] = await em.execute<{ number: number }[]>(INSERT, values);
        return inserted && { ...user, number: inserted.number };
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await byId(em, [id]))[0]);
    },

    findByEmail: (email) =>
      run(async (em) => (await em.findOne(UserEntity, { email: storable(email) }, AS_RECORDS)) ?? undefined),

    listByIds: (ids) => run((em) => byIds(em, [ids.filter(isId)])),

    listByNumbers: (numbers) =>
      run((em) => em.find(UserEntity, { number: { $in: numbers.filter(isNumber) } }, AS_RECORDS)),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(UserEntity, { id }, { ...changes });
      }),
  };
}

const INSERT = `
  insert into app_user (id, number, email, name, active, created_at)
  values (?, nextval('app_user_number'), ?, ?, ?, ?)
  on conflict (email) do nothing
  returning number`;

function isNumber(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number <= MAX_NUMBER;
}
