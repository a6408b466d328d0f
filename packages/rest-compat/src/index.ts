export { restRouter, type RestOptions } from "./rest-router.ts";
