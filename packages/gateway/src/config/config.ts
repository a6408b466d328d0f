import { z } from "zod";
import { connectorConfig, connectorVariables, type ConnectorConfig } from "./connectors.ts";
import { extractionConfig, extractionVariables, type ExtractionConfig } from "./extraction.ts";
import { fieldsModelConfig, fieldsModelVariables, type FieldsModelConfig } from "./fields-model.ts";
import { limitConfig, limitVariables, type LimitConfig } from "./limits.ts";
import { mailConfig, mailVariables, type MailConfig } from "./mail.ts";
import { outboundConfig, outboundVariables, type OutboundConfig } from "./outbound.ts";
import {
  missingForRecognition,
  recognitionConfig,
  recognitionVariables,
  type RecognitionConfig,
} from "./recognition.ts";
import { retentionConfig, retentionVariables, type RetentionConfig } from "./retention.ts";
import { secretConfig, secretVariables, type SecretConfig } from "./secrets.ts";
import { serverConfig, serverVariables, type ServerConfig } from "./server.ts";
import { signInConfig, signInVariables, type SignInConfig } from "./sign-in.ts";
import { storageConfig, storageVariables, type StorageConfig } from "./storage.ts";
import { telemetryConfig, telemetryVariables, type TelemetryConfig } from "./telemetry.ts";
import { facts, presentIn } from "./variable.ts";

/** Every environment variable of Galley; the only place of its default. */
const environmentSchema = z.object({
  ...serverVariables,
  ...storageVariables,
  ...extractionVariables,
  ...recognitionVariables,
  ...fieldsModelVariables,
  ...secretVariables,
  ...mailVariables,
  ...signInVariables,
  ...retentionVariables,
  ...limitVariables,
  ...outboundVariables,
  ...connectorVariables,
  ...telemetryVariables,
});

const checkedEnvironment = environmentSchema.superRefine((environment, context) => {
  for (const { variable, message } of missingForRecognition(environment)) {
    context.addIssue({ code: "custom", path: [variable], message });
  }
  if (!environment.GALLEY_OIDC_ISSUER || environment.GALLEY_OIDC_CLIENT_ID) return;
  context.addIssue({
    code: "custom",
    path: ["GALLEY_OIDC_CLIENT_ID"],
    message: "expected together with GALLEY_OIDC_ISSUER",
  });
});

/** The parsed configuration. */
export interface Config
  extends
    ServerConfig,
    StorageConfig,
    ExtractionConfig,
    RecognitionConfig,
    FieldsModelConfig,
    SecretConfig,
    MailConfig,
    SignInConfig,
    RetentionConfig,
    LimitConfig,
    OutboundConfig,
    ConnectorConfig,
    TelemetryConfig {}

function configOf(environment: z.output<typeof environmentSchema>): Config {
  return {
    ...serverConfig(environment),
    ...storageConfig(environment),
    ...extractionConfig(environment),
    ...recognitionConfig(environment),
    ...fieldsModelConfig(environment),
    ...secretConfig(environment),
    ...mailConfig(environment),
    ...signInConfig(environment),
    ...retentionConfig(environment),
    ...limitConfig(environment),
    ...outboundConfig(environment),
    ...connectorConfig(environment),
    ...telemetryConfig(environment),
  };
}

export type ConfigOutcome =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly table: readonly ConfigRow[];
      /** A sentence if variables are set that look like Galley's and are not. */
      readonly warning: string | undefined;
    }
  /** One sentence per invalid variable. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** A variable as `--print-config` shows it. */
export interface ConfigRow {
  readonly variable: string;
  readonly value: string;
  readonly origin: "set" | "default";
  readonly meaning: string;
}

/** The environment of the process with other values for some variables. */
export function environmentWith(overrides: Readonly<Record<string, string>>): Readonly<NodeJS.ProcessEnv> {
  return { ...process.env, ...overrides };
}

/** Parses the environment. */
export function readConfig(environment: Readonly<NodeJS.ProcessEnv> = process.env): ConfigOutcome {
  const present = presentIn(environment);
  const parsed = checkedEnvironment.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} is ${shown(name, present[name] ?? "")}; ${message}.`;
    });
    return { ok: false, problems };
  }
  const warning = warningOfUnknown(Object.keys(present));
  return { ok: true, config: configOf(parsed.data), table: tableOf(present), warning };
}

/** Unknown variables may be another program's, so they do not prevent the start. */
function warningOfUnknown(names: readonly string[]): string | undefined {
  const unknown = names.filter((name) => name.startsWith("GALLEY_") && !(name in environmentSchema.shape));
  if (unknown.length === 0) return undefined;
  return `Unknown variables are ignored: ${unknown.join(", ")}. galley serve --print-config lists the valid ones.`;
}

function tableOf(present: Readonly<Record<string, string>>): ConfigRow[] {
  return Object.entries(environmentSchema.shape).map(([variable, schema]) => {
    const { meaning = "", unset = "" } = facts.get(schema) ?? {};
    const text = present[variable];
    if (text === undefined) {
      const value = schema instanceof z.ZodPrefault ? schema.def.defaultValue : unset;
      return { variable, value, origin: "default", meaning };
    }
    return { variable, value: shown(variable, text), origin: "set", meaning };
  });
}

/** The value with its secrets masked. */
function shown(variable: string, text: string): string {
  const schema = new Map<string, z.ZodType>(Object.entries(environmentSchema.shape)).get(variable);
  const hide = schema && facts.get(schema)?.hide;
  if (hide === "all") return "(hidden)";
  if (hide === undefined) return text;
  const prefix = /^[a-z-]+:(?=https?:)/.exec(text)?.[0] ?? "";
  const url = URL.parse(text.slice(prefix.length));
  if (!url) return "(hidden)";
  if (url.password === "" && url.search === "") return text;
  if (url.password) url.password = "hidden";
  // Drivers also accept a password as a query parameter.
  url.search = "";
  return prefix + url.href;
}
