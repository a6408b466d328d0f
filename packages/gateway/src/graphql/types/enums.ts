import type {
  AccessTier,
  Caller,
  ConnectionType,
  ConnectorMode,
  DeliveryState,
  EndpointDirection,
  JobChange,
  JobOptions,
  JobPriority,
  JobStatus,
  Role,
  ShareableKind,
  MissedSlotPolicy,
  PipelineKind,
  PipelineOrder,
  PipelineRunStatus,
  TestStepName,
} from "@galley/core/domain";
import { registerEnumType } from "type-graphql";
import type { CheckMark, FormField, PageFailed, PageRead } from "./page-records.ts";

/** Names of an enum's values in the schema, each with the value that the records carry. */
export type EnumValues = Readonly<Record<string, string>>;

/** Every value with its meaning: a value that is missing does not compile. */
export function enumType<V extends string>(
  name: string,
  description: string,
  meanings: Record<V, string>,
): EnumValues {
  const values: Record<string, V> = {};
  const valuesConfig: Record<string, { description: string }> = {};
  for (const value in meanings) {
    values[schemaNameOf(value)] = value;
    valuesConfig[schemaNameOf(value)] = { description: meanings[value] };
  }
  registerEnumType(values, { name, description, valuesConfig });
  return values;
}

/** The name in the schema of a value that core writes in small letters. */
export function schemaNameOf(value: string): string {
  return value.toUpperCase().replaceAll("-", "_");
}

export const JobPriorityEnum = enumType<JobPriority>(
  "JobPriority",
  "How often documents are taken, of those that wait: each credential's in turns, however many it has sent.",
  {
    high: "Twice as often as normal.",
    normal: "As often as those of others.",
    low: "A quarter as often as normal.",
  },
);

export const JobStatusEnum = enumType<JobStatus>("JobStatus", "Where a job stands.", {
  accepted: "Stored and queued; nothing can lose it.",
  processing: "Its pages are being read.",
  processed: "All pages are done; the text can be retrieved.",
  retrieved: "The text was handed out and is no longer kept. Geometry and details stay.",
  failed: "The document could not be read; the status message says why.",
  cancelled: "Stopped by a caller before it was done.",
});

export const DeliveryStateEnum = enumType<DeliveryState>("DeliveryState", "Where a delivery stands.", {
  pending: "It waits for its next attempt, or is being sent.",
  delivered: "The target took it.",
  given_up: "Every retry failed, or there was nothing to send or nobody to send it to. It can be replayed.",
  disabled: "The target said that it is gone. It can be replayed once the webhook was updated.",
});

export const ExtractionModeEnum = enumType<JobOptions["mode"]>(
  "ExtractionMode",
  "What kind of document it is.",
  {
    native_text: "Documents with embedded text; the fastest.",
    low_cost: "Decent scans without handwriting.",
    high_quality: "Handwriting and poor scans.",
    form: "Forms with check boxes and radio buttons.",
    table: "Dense tables.",
  },
);

export const OutputModeEnum = enumType<JobOptions["outputMode"]>("OutputMode", "How the text is written.", {
  layout_preserving: "The page's layout is kept with blanks; surplus white space is dropped.",
  text: "The text without its layout, in the order that textOrder names.",
});

export const TextOrderEnum = enumType<JobOptions["textOrder"]>(
  "TextOrder",
  "The order of text without layout.",
  {
    reading_order: "Columns one after the other, tables row by row.",
    rows: "Rows from top to bottom, with two blanks between the cells of a row.",
    unprocessed:
      "Rows as the REST API writes them: with only those blanks that the document holds in NATIVE_TEXT, with a paragraph for each piece of a row in other modes.",
  },
);

export const LineStrategyEnum = enumType<JobOptions["lineStrategy"]>(
  "LineStrategy",
  "Which end of a slanted or stepped row decides its line.",
  {
    "left-priority": "The left end decides.",
    "mid-priority": "The middle decides.",
    "right-priority": "The right end decides.",
  },
);

export const RecognitionEnum = enumType<JobOptions["recognition"]>(
  "Recognition",
  "Which pages are recognised.",
  {
    as_needed: "Those whose own text does not say it all.",
    every_page: "Each, as if it were a picture.",
    empty_pages: "Those that carry no text at all.",
  },
);

export const TextChoiceEnum = enumType<JobOptions["hiddenText"]>(
  "TextChoice",
  "What becomes of text that a page carries besides what its author wrote to be seen in it.",
  {
    keep: "It is part of the page's text.",
    drop: "It is left out.",
  },
);

export const MissingLanguagesEnum = enumType<JobOptions["missingLanguages"]>(
  "MissingLanguages",
  "What becomes of a document in a language whose data is not installed.",
  {
    refuse: "It is refused.",
    skip: "It is read with the languages that are; its pages say so.",
  },
);

export const PageStatusEnum = enumType<"read" | "failed">("PageStatus", "What became of a page.", {
  read: "It was read.",
  failed: "It could not be read; the message says why. The other pages are not affected.",
});

export const PageFailureEnum = enumType<PageFailed["reason"]>(
  "PageFailure",
  "Why a page could not be read.",
  {
    timeout: "It took longer than a page may.",
    memory: "It needed more memory than a page may.",
    damaged: "The document is damaged there.",
    crash: "Reading it brought its process down.",
  },
);

export const TextSourceEnum = enumType<PageRead["textSource"]>(
  "TextSource",
  "Where the text of a page came from.",
  {
    native: "From the text in the document.",
    ocr: "Recognised from the page's image.",
    mixed: "Some of it is from the document, some of it was recognised.",
    none: "There is no text on the page, or the page failed.",
  },
);

export const EngineEnum = enumType<PageRead["engine"]>(
  "Engine",
  "What read a page's content. Of those for PDFs, each is asked when those before it failed.",
  {
    native: "Galley's own interpreter.",
    pdfjs: "The public interface of pdf.js, which gives no rules and images.",
    pdfium: "PDFium.",
    image: "What decodes pictures that are documents by themselves.",
  },
);

export const FormFieldKindEnum = enumType<FormField["kind"]>("FormFieldKind", "Kinds of form fields.", {
  text: "Text to fill in.",
  checkbox: "A box that is checked or not.",
  radio: "One of several, of which one is checked.",
  choice: "A list to choose from.",
  button: "A push button.",
  signature: "A place for a digital signature.",
});

export const CheckMarkKindEnum = enumType<CheckMark["kind"]>("CheckMarkKind", "Shapes of check marks.", {
  box: "A check box.",
  circle: "A radio button.",
});

export const CredentialKindEnum = enumType<Caller["kind"]>("CredentialKind", "Kinds of credentials.", {
  extraction_key: "A key that reaches extraction and nothing else.",
  access_token: "A token that reaches all that its tier may.",
  session: "A person who has signed in.",
});

export const AccessTierEnum = enumType<AccessTier>("AccessTier", "What an access token may do.", {
  read: "Read.",
  read_write: "Read, create and change.",
  full_access: "Read, create, change and delete.",
});

export const JobChangeKindEnum = enumType<JobChange["kind"]>("JobChangeKind", "What a change tells.", {
  status: "The job's status, as it is now.",
  page: "A page that is done.",
});

export const RoleEnum = enumType<Role>("Role", "What a user may do in an organization.", {
  manager: "See and manage everything in it, users and access tokens included.",
  member: "See what is theirs or shared with them.",
});

export const ShareableKindEnum = enumType<ShareableKind>("ShareableKind", "What can be shared.", {
  pipeline: "A pipeline.",
  workflow: "A workflow.",
  connector: "A connector.",
});

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

export const ConnectionTypeEnum = enumType<ConnectionType>(
  "ConnectionType",
  "What an end of a workflow connects to.",
  {
    file_system: "A store of files, by a connector.",
    database: "Tables, by a connector.",
    api: "The pipeline's public address: files are posted there, or results are taken from there.",
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

export const PipelineKindEnum = enumType<PipelineKind>("PipelineKind", "Kinds of pipelines.", {
  etl: "From files into tables.",
  task: "From files into files.",
  default: "Neither was said.",
  app: "It belongs to an application.",
});

export const PipelineRunStatusEnum = enumType<PipelineRunStatus>(
  "PipelineRunStatus",
  "How the last run of a pipeline ended, or what it does now.",
  {
    yet_to_start: "It never ran.",
    restarting: "A run is about to begin.",
    in_progress: "It is running.",
    success: "Its last run succeeded.",
    failure: "Its last run failed.",
    paused: "It is paused.",
  },
);

export const MissedSlotPolicyEnum = enumType<MissedSlotPolicy>(
  "MissedSlotPolicy",
  "What becomes of slots of a schedule during which no service ran.",
  {
    skip: "Nothing.",
    run_once: "One run makes up for all of them.",
  },
);

export const PipelineOrderFieldEnum = enumType<PipelineOrder["by"]>(
  "PipelineOrderField",
  "By what a list of pipelines is ordered.",
  {
    name: "By name.",
    created_at: "By the time of creation.",
    last_run_at: "By the time of the last run; those that never ran are last.",
    run_count: "By the number of runs.",
  },
);

export const OrderDirectionEnum = enumType<PipelineOrder["direction"]>(
  "OrderDirection",
  "Which end of an order is first.",
  {
    ascending: "The least is first.",
    descending: "The greatest is first.",
  },
);
