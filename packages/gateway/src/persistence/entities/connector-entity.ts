import { CONNECTOR_MODES, type Connector } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "ConnectorEntity",
  tableName: "connector",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text().type(StorableText),
    kindId: p.text().type(StorableText),
    mode: p.enum(CONNECTOR_MODES),
    version: p.text().type(StorableText),
    sealedSettings: p.text(),
    reauthenticateSince: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    createdBy: p.uuid().nullable().strictNullable(),
    modifiedBy: p.uuid().nullable().strictNullable(),
    sharedToOrganization: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class ConnectorEntity extends schema.class implements Connector {}
schema.setClass(ConnectorEntity);
