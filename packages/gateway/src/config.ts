import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isEmail } from "@galley/core/domain";
import { z } from "zod";
import { absolutePaths, cidrRanges, secondsList } from "./config-lists.ts";
import { PROVIDER_ENDPOINTS, type ProviderEndpoints } from "./connectors/endpoints.ts";
import { oauthClientsSchema, type OAuthClients } from "./oauth/providers.ts";
import { signInOf, type SignInConfig } from "./sign-in-config.ts";
import { parseKeyring, SECRET_KEY_BYTES, type Keyring } from "./secrets/keyring.ts";

const ROLES = ["all", "serve", "work"] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A place for documents. The prefix stands before every key; it is "" or ends in "/". */
export type ObjectsPlace =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "s3"; readonly bucket: string; readonly prefix: string };

const MEGABYTE = 1024 * 1024;
/** Shorter ones can be guessed. */
const MIN_SECRET_LENGTH = 16;

/** What `--print-config` says about a variable. */
interface VariableFacts {
  readonly meaning: string;
  /** What holds when the variable is not set. */
  readonly unset: string;
  /** What of the value is never shown. */
  readonly hide?: "all" | "password";
}

const facts = z.registry<VariableFacts>();

/** Text that `read` turns into a value; what `read` does not understand is refused with what is `valid`. */
const readAs = <T>(valid: string, read: (text: string) => T | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(`expected ${valid}`);
    return z.NEVER;
  });

const wholeNumber = (min: number, max: number) =>
  readAs(`a whole number from ${min} to ${max}`, (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  });

const oneOf = <const T extends string>(valid: readonly T[]) =>
  readAs(`one of ${valid.join(", ")}`, (text) => valid.find((candidate) => candidate === text));

const matching = (valid: string, pattern: RegExp) =>
  readAs(valid, (text) => (pattern.test(text) ? text : undefined));

const httpUrl = readAs("an http or https URL", (text) => {
  const url = URL.parse(text);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href.replace(/\/+$/, "") : undefined;
});

const databaseUrl = readAs("postgresql://user:password@host:port/database", (text) => {
  const url = URL.parse(text);
  return url?.protocol === "postgresql:" || url?.protocol === "postgres:" ? url.href : undefined;
});

const existingFolder = readAs("an existing folder", (text) =>
  kindOf(text) === "folder" ? resolve(text) : undefined,
);

const secret = matching(
  `${MIN_SECRET_LENGTH} to 255 visible ASCII characters`,
  new RegExp(`^[\\x21-\\x7e]{${MIN_SECRET_LENGTH},255}$`),
);

const email = readAs("an e-mail address", (text) => (isEmail(text) ? text : undefined));

const smtpUrl = readAs("smtp://user:password@host:port or smtps://…", (text) => {
  const url = URL.parse(text);
  return url?.protocol === "smtp:" || url?.protocol === "smtps:" ? url.href : undefined;
});

/** Every variable that Galley reads, and the only place of its default. */
const environmentSchema = z.object({
  HOST: matching("an address or a host name", /^[\w.:-]+$/)
    .prefault("127.0.0.1")
    .register(facts, { meaning: "address to listen on", unset: "127.0.0.1" }),
  PORT: wholeNumber(0, 65_535)
    .prefault("8080")
    .register(facts, { meaning: "port to listen on; 0 takes a free one", unset: "8080" }),
  GALLEY_METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .register(facts, { meaning: "port that serves /metrics instead of PORT", unset: "PORT" }),
  DATABASE_URL: databaseUrl
    .optional()
    .register(facts, { meaning: "PostgreSQL 15 or newer", unset: "embedded", hide: "password" }),
  GALLEY_DATA_DIR: readAs("a folder, or a path where one can be made", dataFolder)
    .prefault("./.galley")
    .register(facts, { meaning: "embedded database, documents, generated secrets", unset: "./.galley" }),
  GALLEY_OBJECTS: readAs("file:///folder or s3://bucket/prefix", objectsPlace)
    .optional()
    .register(facts, { meaning: "where documents are kept", unset: "the data folder" }),
  AWS_ENDPOINT_URL_S3: httpUrl
    .optional()
    .register(facts, { meaning: "server of s3://", unset: "AWS_ENDPOINT_URL", hide: "password" }),
  AWS_ENDPOINT_URL: httpUrl
    .optional()
    .register(facts, { meaning: "server of s3://", unset: "Amazon", hide: "password" }),
  AWS_REGION: matching("a region such as eu-central-1", /^[a-z0-9-]+$/)
    .prefault("us-east-1")
    .register(facts, { meaning: "region of s3://", unset: "us-east-1" }),
  GALLEY_ROLE: oneOf(ROLES)
    .prefault("all")
    .register(facts, { meaning: "serve: requests; work: documents; all: both", unset: "all" }),
  GALLEY_THREADS: wholeNumber(1, 512)
    .optional()
    .register(facts, { meaning: "pages that are read at once", unset: "one for each core" }),
  GALLEY_EXTRACTION_MEMORY_MB: wholeNumber(256, 1_048_576)
    .prefault("2048")
    .register(facts, { meaning: "memory limit of one extraction host", unset: "2048" }),
  GALLEY_MAX_UPLOAD_MB: wholeNumber(1, 102_400)
    .prefault("200")
    .register(facts, { meaning: "larger documents are refused", unset: "200" }),
  GALLEY_MAX_PAGES: wholeNumber(1, 1_000_000)
    .prefault("5000")
    .register(facts, { meaning: "documents with more pages are refused", unset: "5000" }),
  GALLEY_PAGE_TIMEOUT_S: wholeNumber(1, 86_400)
    .prefault("120")
    .register(facts, { meaning: "seconds after which a page fails alone", unset: "120" }),
  GALLEY_TESSDATA: existingFolder
    .optional()
    .register(facts, { meaning: "folder of .traineddata files", unset: "packages" }),
  GALLEY_OCR_URL: httpUrl
    .optional()
    .register(facts, { meaning: "OCR service of one's own", unset: "none", hide: "password" }),
  GALLEY_SERVICE_KEY: secret
    .optional()
    .register(facts, { meaning: "extraction key; first start only", unset: "generated", hide: "all" }),
  GALLEY_ACCESS_TOKEN: secret
    .optional()
    .register(facts, { meaning: "management token; first start only", unset: "generated", hide: "all" }),
  GALLEY_ORG: matching("1 to 64 letters, digits, - and _", /^[\w-]{1,64}$/)
    .prefault("default")
    .register(facts, { meaning: "organization; first start only", unset: "default" }),
  GALLEY_MANAGER_EMAIL: email
    .prefault("manager@localhost")
    .register(facts, { meaning: "the first manager; first start only", unset: "manager@localhost" }),
  GALLEY_SMTP_URL: smtpUrl
    .optional()
    .register(facts, { meaning: "mail server that notices leave by", unset: "none", hide: "password" }),
  GALLEY_MAIL_FROM: matching("a sender such as Galley <galley@example.org>", /^[^\s@].*@[^\s@]+$/)
    .prefault("galley@localhost")
    .register(facts, { meaning: "sender of e-mail", unset: "galley@localhost" }),
  GALLEY_OIDC_ISSUER: httpUrl
    .optional()
    .register(facts, { meaning: "OpenID provider by which people sign in", unset: "none" }),
  GALLEY_OIDC_CLIENT_ID: z
    .string()
    .optional()
    .register(facts, { meaning: "what the provider calls this service", unset: "none" }),
  GALLEY_OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .register(facts, { meaning: "secret of the service at the provider", unset: "none", hide: "all" }),
  GALLEY_OIDC_MEMBER_DOMAIN: matching("a domain such as example.org", /^[a-z0-9.-]+$/i)
    .optional()
    .register(facts, { meaning: "whose people become members as they sign in", unset: "none" }),
  GALLEY_SESSION_HOURS: wholeNumber(1, 8760)
    .prefault("12")
    .register(facts, { meaning: "hours until one has to sign in again", unset: "12" }),
  GALLEY_SECRET_KEYS: readAs(`id:base64,… with ${SECRET_KEY_BYTES} bytes for each id`, parseKeyring)
    .optional()
    .register(facts, {
      meaning: "keys of secrets at rest, the current one first",
      unset: "generated",
      hide: "all",
    }),
  GALLEY_RESULT_RETENTION_DAYS: wholeNumber(1, 36_500)
    .prefault("7")
    .register(facts, { meaning: "days that texts and documents are kept unless fetched", unset: "7" }),
  GALLEY_RETRIEVE_AGAIN_MINUTES: wholeNumber(0, 525_600)
    .prefault("0")
    .register(facts, { meaning: "minutes in which a fetched text can be fetched again", unset: "0" }),
  GALLEY_WEBHOOK_RETRIES: readAs("up to 20 numbers of seconds, such as 10,60,300", secondsList)
    .prefault("10,60,300")
    .register(facts, { meaning: "seconds until each retry of a webhook", unset: "10,60,300" }),
  GALLEY_OUTBOUND_ALLOW: readAs("CIDR ranges such as 127.0.0.0/8,fd00::/8", cidrRanges)
    .optional()
    .register(facts, { meaning: "private addresses that may be reached", unset: "none" }),
  GALLEY_LOCAL_ROOTS: readAs("absolute paths of folders with , between them", absolutePaths)
    .optional()
    .register(facts, { meaning: "folders of this machine that connectors may use", unset: "none" }),
  GALLEY_MIN_SCHEDULE_SECONDS: wholeNumber(60, 86_400)
    .prefault("1800")
    .register(facts, { meaning: "least seconds between runs of a schedule", unset: "1800" }),
  GALLEY_OAUTH_CLIENTS: readAs(
    'JSON such as {"google-oauth2":{"client_id":"…","client_secret":"…"}}',
    oauthClients,
  )
    .optional()
    .register(facts, {
      meaning: "this service's registrations at OAuth providers, for connectors",
      unset: "none",
      hide: "all",
    }),
  GALLEY_PROVIDER_ENDPOINTS: readAs('JSON such as {"google_drive":"https://…"}', providerEndpoints)
    .optional()
    .register(facts, {
      meaning: "other addresses of providers, such as a national cloud's",
      unset: "the providers' own",
    }),
  GALLEY_PUBLIC_URL: httpUrl
    .optional()
    .register(facts, { meaning: "base of links and OAuth callbacks", unset: "from the request" }),
  GALLEY_OPEN_SCHEMA: oneOf(["on", "off"])
    .optional()
    .register(facts, { meaning: "anyone may read the GraphQL schema", unset: "on; off in production" }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .register(facts, { meaning: "OTLP receiver of traces, over HTTP", unset: "none", hide: "password" }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional().register(facts, {
    meaning: "the same, with its whole path",
    unset: "OTEL_EXPORTER_OTLP_ENDPOINT",
    hide: "password",
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .prefault("galley")
    .register(facts, { meaning: "name of the service in traces", unset: "galley" }),
  NODE_ENV: z.string().optional().register(facts, { meaning: "production is stricter", unset: "none" }),
  LOG_LEVEL: oneOf(LOG_LEVELS)
    .prefault("info")
    .register(facts, { meaning: `least log level: ${LOG_LEVELS.join(", ")}`, unset: "info" }),
});

const checkedEnvironment = environmentSchema.superRefine((environment, context) => {
  if (!environment.GALLEY_OIDC_ISSUER || environment.GALLEY_OIDC_CLIENT_ID) return;
  context.addIssue({ code: "custom", path: ["GALLEY_OIDC_CLIENT_ID"], message: "expected with an issuer" });
});

/** Everything that a start can be told. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The port of `/metrics`; absent means `port`. */
  readonly metricsPort: number | undefined;
  /** Absent means the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly objects: ObjectsPlace;
  readonly s3: { readonly endpoint: string | undefined; readonly region: string };
  readonly role: Role;
  readonly extraction: {
    readonly threads: number;
    readonly memoryMb: number;
    readonly maxPages: number;
    readonly pageTimeoutSeconds: number;
    /** A folder of language data for the recogniser; "" for none. */
    readonly tessdata: string;
  };
  /** An OCR service that is used instead of the built-in recogniser. */
  readonly ocrUrl: string | undefined;
  readonly maxUploadBytes: number;
  /** Seconds until each retry of a delivery to a webhook. */
  readonly textLifetime: { readonly resultSeconds: number; readonly retrieveAgainSeconds: number };
  readonly webhookRetrySeconds: readonly number[];
  /** Absent means the keyring of the data folder. */
  readonly secretKeys: Keyring | undefined;
  /** Ranges (CIDR) of addresses that requests may go out to although they are not public. */
  readonly outboundAllow: readonly string[];
  /** The service's registrations at the providers of connectors' credentials. */
  readonly oauthClients: OAuthClients;
  readonly providerEndpoints: Partial<ProviderEndpoints>;
  /** Folders of this machine that connectors may reach. */
  readonly localRoots: readonly string[];
  /** Slots of a schedule are at least so many seconds apart. */
  readonly minimumScheduleSeconds: number;
  /** What a first start creates; absent secrets are generated. */
  readonly first: {
    readonly extractionKey: string | undefined;
    readonly accessToken: string | undefined;
    readonly organization: string;
    readonly managerEmail: string;
  };
  /** Absent where no e-mail is sent. */
  readonly mail: { readonly server: string; readonly from: string } | undefined;
  /** How people sign in; absent where they do not. */
  readonly signIn: SignInConfig | undefined;
  /** Base of links, without a slash at its end; absent means what the request says. */
  readonly publicUrl: string | undefined;
  /** Whether anyone may read the GraphQL schema, as its editor does. */
  readonly openSchema: boolean;
  readonly logLevel: LogLevel;
  /** Absent where nobody wants traces. */
  readonly tracing: { readonly serviceName: string } | undefined;
}

export type ConfigOutcome =
  | { readonly ok: true; readonly config: Config; readonly table: readonly ConfigRow[] }
  /** One sentence for each variable that is wrong. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** A variable as `--print-config` shows it. */
export interface ConfigRow {
  readonly variable: string;
  readonly value: string;
  readonly origin: "set" | "default";
  readonly meaning: string;
}

/** Reads the environment. A variable that is blank counts as absent. */
export function readConfig(environment: Readonly<NodeJS.ProcessEnv> = process.env): ConfigOutcome {
  const present = Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])),
  );
  const parsed = checkedEnvironment.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} is ${shown(name, present[name] ?? "")}; ${message}.`;
    });
    return { ok: false, problems };
  }
  return { ok: true, config: configOf(parsed.data), table: tableOf(present) };
}

function configOf(environment: z.output<typeof environmentSchema>): Config {
  const dataDir = environment.GALLEY_DATA_DIR;
  return {
    host: environment.HOST,
    port: environment.PORT,
    metricsPort: environment.GALLEY_METRICS_PORT,
    databaseUrl: environment.DATABASE_URL,
    dataDir,
    objects: environment.GALLEY_OBJECTS ?? { kind: "folder", path: join(dataDir, "objects") },
    s3: {
      endpoint: environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL,
      region: environment.AWS_REGION,
    },
    role: environment.GALLEY_ROLE,
    extraction: {
      threads: environment.GALLEY_THREADS ?? availableParallelism(),
      memoryMb: environment.GALLEY_EXTRACTION_MEMORY_MB,
      maxPages: environment.GALLEY_MAX_PAGES,
      pageTimeoutSeconds: environment.GALLEY_PAGE_TIMEOUT_S,
      tessdata: environment.GALLEY_TESSDATA ?? "",
    },
    ocrUrl: environment.GALLEY_OCR_URL,
    maxUploadBytes: environment.GALLEY_MAX_UPLOAD_MB * MEGABYTE,
    textLifetime: {
      resultSeconds: environment.GALLEY_RESULT_RETENTION_DAYS * DAY_SECONDS,
      retrieveAgainSeconds: environment.GALLEY_RETRIEVE_AGAIN_MINUTES * 60,
    },
    webhookRetrySeconds: environment.GALLEY_WEBHOOK_RETRIES,
    secretKeys: environment.GALLEY_SECRET_KEYS,
    outboundAllow: environment.GALLEY_OUTBOUND_ALLOW ?? [],
    oauthClients: environment.GALLEY_OAUTH_CLIENTS ?? {},
    providerEndpoints: environment.GALLEY_PROVIDER_ENDPOINTS ?? {},
    localRoots: environment.GALLEY_LOCAL_ROOTS ?? [],
    minimumScheduleSeconds: environment.GALLEY_MIN_SCHEDULE_SECONDS,
    first: {
      extractionKey: environment.GALLEY_SERVICE_KEY,
      accessToken: environment.GALLEY_ACCESS_TOKEN,
      organization: environment.GALLEY_ORG,
      managerEmail: environment.GALLEY_MANAGER_EMAIL,
    },
    mail: environment.GALLEY_SMTP_URL
      ? { server: environment.GALLEY_SMTP_URL, from: environment.GALLEY_MAIL_FROM }
      : undefined,
    signIn: signInOf(environment, environment.GALLEY_SESSION_HOURS * HOUR_SECONDS),
    publicUrl: environment.GALLEY_PUBLIC_URL,
    openSchema:
      (environment.GALLEY_OPEN_SCHEMA ?? (environment.NODE_ENV === "production" ? "off" : "on")) === "on",
    logLevel: environment.LOG_LEVEL,
    tracing:
      (environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? environment.OTEL_EXPORTER_OTLP_ENDPOINT)
        ? { serviceName: environment.OTEL_SERVICE_NAME }
        : undefined,
  };
}

function tableOf(present: Readonly<Record<string, string>>): ConfigRow[] {
  return Object.entries(environmentSchema.shape).map(([variable, schema]) => {
    const { meaning = "", unset = "" } = facts.get(schema) ?? {};
    const text = present[variable];
    if (text === undefined) return { variable, value: unset, origin: "default", meaning };
    return { variable, value: shown(variable, text), origin: "set", meaning };
  });
}

/** The value as a person may see it. */
function shown(variable: string, text: string): string {
  const schema = new Map<string, z.ZodType>(Object.entries(environmentSchema.shape)).get(variable);
  const hide = schema && facts.get(schema)?.hide;
  if (hide === "all") return "(hidden)";
  if (hide === undefined) return text;
  const url = URL.parse(text);
  if (!url) return "(hidden)";
  if (url.password === "" && url.search === "") return text;
  if (url.password) url.password = "hidden";
  // A driver also takes a password as a parameter.
  url.search = "";
  return url.href;
}

/** The folder itself or the nearest one above it that is there must be a folder. */
function dataFolder(text: string): string | undefined {
  const path = resolve(text);
  let nearest = path;
  while (!kindOf(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return kindOf(nearest) === "folder" ? path : undefined;
}

function kindOf(path: string): "folder" | "other" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}

function objectsPlace(text: string): ObjectsPlace | undefined {
  const url = URL.parse(text);
  if (url?.protocol === "file:" && url.host === "") return folderPlace(url);
  if (url?.protocol !== "s3:" || url.host === "") return undefined;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  return { kind: "s3", bucket: url.host, prefix: prefix === "" ? "" : `${prefix}/` };
}

function folderPlace(url: URL): ObjectsPlace | undefined {
  try {
    return { kind: "folder", path: fileURLToPath(url) };
  } catch {
    return undefined;
  }
}

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

function oauthClients(text: string): OAuthClients | undefined {
  try {
    return oauthClientsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const endpointNames = Object.keys(PROVIDER_ENDPOINTS);

function providerEndpoints(text: string): Partial<ProviderEndpoints> | undefined {
  try {
    const given = z
      .partialRecord(z.enum(endpointNames), z.url({ protocol: /^https?$/ }))
      .safeParse(JSON.parse(text));
    return given.data;
  } catch {
    return undefined;
  }
}
