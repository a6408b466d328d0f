/** Reads the configuration of an endpoint, whose members the API leaves open. */
type Configuration = Readonly<Record<string, unknown>>;

export function textIn(configuration: Configuration, name: string): string {
  const value = configuration[name];
  return typeof value === "string" ? value : "";
}

export function textsIn(configuration: Configuration, name: string): string[] {
  const value = configuration[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** @param fallback what the service assumes if the member is left out. */
export function flagIn(configuration: Configuration, name: string, fallback: boolean): boolean {
  const value = configuration[name];
  return typeof value === "boolean" ? value : fallback;
}
