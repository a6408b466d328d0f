import { FILE_ORIGINS, RUN_FILE_STATUSES, type RunFile } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "RunFileEntity",
  tableName: "run_file",
  properties: {
    id: p.uuid().primary(),
    runId: p.uuid(),
    origin: p.enum(FILE_ORIGINS),
    path: p.text().type(StorableText),
    name: p.text().type(StorableText),
    bytes: p.bigint("number").nullable().strictNullable(),
    contentHash: p.text().nullable().strictNullable(),
    status: p.enum(RUN_FILE_STATUSES),
    jobId: p.uuid().nullable().strictNullable(),
    objectKey: p.text().nullable().strictNullable(),
    attempts: p.integer(),
    writtenTo: p.text().type(StorableText).nullable().strictNullable(),
    errorMessage: p.text().type(StorableText),
    startedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    finishedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class RunFileEntity extends schema.class implements RunFile {}
schema.setClass(RunFileEntity);
