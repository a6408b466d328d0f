import type { DocumentFile, Upload } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson } from "../columns.ts";

const schema = defineEntity({
  name: "UploadEntity",
  tableName: "upload",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    file: p.json<DocumentFile>().type(StorableJson),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class UploadEntity extends schema.class implements Upload {}
schema.setClass(UploadEntity);
