import type { ConnectorMode, EndpointDirection, TestStepName } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const ConnectorModeEnum = enumType<ConnectorMode>(
  "ConnectorMode",
  "Kinds of data that connectors connect to.",
  {
    file_system: "Files.",
    database: "Database tables.",
  },
);

export const TestStepNameEnum = enumType<TestStepName>(
  "ConnectionTestStepName",
  "Steps of a connection test.",
  {
    settings: "The settings are valid.",
    dns: "The server's name can be resolved.",
    tcp: "The server accepts connections.",
    tls: "The server's certificate is valid.",
    login: "The server accepts the credentials.",
    permission: "The credentials have any permissions.",
    list: "Files or tables can be listed.",
    write: "Data can be written; the test removes what it wrote.",
  },
);

export const EndpointDirectionEnum = enumType<EndpointDirection>("EndpointDirection", "Ends of a workflow.", {
  source: "Where documents come from.",
  destination: "Where results go.",
});
