import type { ConnectorMode, EndpointDirection, TestStepName } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const ConnectorModeEnum = enumType<ConnectorMode>("ConnectorMode", "What a connector connects to.", {
  file_system: "A store of files.",
  database: "Tables.",
});

export const TestStepNameEnum = enumType<TestStepName>(
  "ConnectionTestStepName",
  "What a test of a connection tries.",
  {
    settings: "Whether the settings are what the kind asks for.",
    dns: "Whether the server's name is known.",
    tcp: "Whether the server can be reached.",
    tls: "Whether it proves to be the one that is asked for.",
    login: "Whether it takes the credentials.",
    permission: "Whether they let anything be done.",
    list: "Whether they let files or tables be listed.",
    write: "Whether they let something be written; nothing is left behind.",
  },
);

export const EndpointDirectionEnum = enumType<EndpointDirection>(
  "EndpointDirection",
  "Which end of a workflow.",
  {
    source: "Where documents come from.",
    destination: "Where results go.",
  },
);
