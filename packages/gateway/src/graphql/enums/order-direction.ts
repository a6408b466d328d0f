import { enumType } from "./enum-type.ts";

export const OrderDirectionEnum = enumType<"ascending" | "descending">("OrderDirection", "Sort directions.", {
  ascending: "Smallest first.",
  descending: "Largest first.",
});
