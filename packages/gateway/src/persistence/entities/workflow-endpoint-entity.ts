import { CONNECTION_TYPES, ENDPOINT_DIRECTIONS, type WorkflowEndpoint } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson } from "../columns.ts";

const schema = defineEntity({
  name: "WorkflowEndpointEntity",
  tableName: "workflow_endpoint",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    workflowId: p.uuid(),
    direction: p.enum(ENDPOINT_DIRECTIONS),
    connection: p.enum(CONNECTION_TYPES).nullable().strictNullable(),
    connectorId: p.uuid().nullable().strictNullable(),
    configuration: p.json<Readonly<Record<string, unknown>>>().type(StorableJson),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class WorkflowEndpointEntity extends schema.class implements WorkflowEndpoint {}
schema.setClass(WorkflowEndpointEntity);
