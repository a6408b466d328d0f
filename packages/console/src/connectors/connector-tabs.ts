/** The tabs of a connector's screen, as its address names them. */
export const CONNECTOR_TABS = ["settings", "uses", "sharing"] as const;
export type ConnectorTab = (typeof CONNECTOR_TABS)[number];
