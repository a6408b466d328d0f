import { readFileSync } from "node:fs";

/** Begins a bundle that holds parts of zod, whose licence asks to be named. */
export const ZOD_NOTICE = `/*!\nThis file holds parts of zod:\n\n${readFileSync(new URL("../node_modules/zod/LICENSE", import.meta.url), "utf8")}*/`;
