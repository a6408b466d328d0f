export { decodedBody, isEncoded } from "./http/decoded-body.ts";
export { openApiDocument } from "./reference/open-api.ts";
export { webhookMessages } from "./result/webhook-messages.ts";
export { restRouter, type RestOptions } from "./rest-router.ts";
