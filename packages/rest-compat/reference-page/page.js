/* The reference page of Galley. The browser bundle before it sets Scalar. */

Scalar.createApiReference("#reference", {
  url: new URL("openapi.json", location.href).href,
  // Calls go to the service under the address of this page, whatever it calls itself.
  servers: [{ url: new URL(".", location.href).href.replace(/\/$/, "") }],
  theme: "default",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  operationTitleSource: "path",
  showOperationId: true,
  // Everything below would leave the service, or keep a key after the page is closed.
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});
