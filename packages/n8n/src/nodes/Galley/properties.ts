import type { INodeProperties } from "n8n-workflow";

const DOCUMENT = { resource: ["document"] };
const EXTRACT = { ...DOCUMENT, operation: ["extract"] };
const PIPELINE = { resource: ["pipeline"] };
const RUN = { ...PIPELINE, operation: ["run"] };

const OUTPUTS = [
  { name: "Chunks", value: "chunks", description: "One item for each chunk, for retrieval" },
  { name: "Data", value: "data", description: "The values of a schema, such as those of an invoice" },
  { name: "Markdown", value: "markdown" },
  { name: "Tables", value: "tables", description: "One item for each table" },
  { name: "Text", value: "text", description: "With the layout of the pages kept" },
];

const CHOICES: readonly INodeProperties[] = [
  {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    default: "document",
    options: [
      { name: "Document", value: "document" },
      { name: "Pipeline", value: "pipeline" },
    ],
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    default: "extract",
    displayOptions: { show: DOCUMENT },
    options: [
      { name: "Extract", value: "extract", action: "Extract a document" },
      { name: "Get", value: "get", action: "Get a document" },
    ],
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    default: "run",
    displayOptions: { show: PIPELINE },
    options: [
      { name: "Get Many", value: "getAll", action: "Get many pipelines" },
      { name: "Run", value: "run", action: "Run a pipeline" },
    ],
  },
];

const DOCUMENTS: readonly INodeProperties[] = [
  {
    displayName: "Source",
    name: "source",
    type: "options",
    default: "binary",
    displayOptions: { show: EXTRACT },
    options: [
      { name: "Binary File", value: "binary" },
      { name: "URL", value: "url", description: "Fetched by the Galley service" },
    ],
  },
  {
    displayName: "Input Binary Field",
    name: "binaryPropertyName",
    type: "string",
    default: "data",
    required: true,
    hint: "The name of the input field with the file",
    displayOptions: { show: { ...EXTRACT, source: ["binary"] } },
  },
  {
    displayName: "URL",
    name: "url",
    type: "string",
    default: "",
    required: true,
    placeholder: "https://example.com/report.pdf",
    displayOptions: { show: { ...EXTRACT, source: ["url"] } },
  },
  {
    displayName: "Document ID",
    name: "documentId",
    type: "string",
    default: "",
    required: true,
    description: "The documentId or documentHandle of an earlier item",
    displayOptions: { show: { ...DOCUMENT, operation: ["get"] } },
  },
  {
    displayName: "Output",
    name: "output",
    type: "options",
    default: "text",
    displayOptions: { show: EXTRACT },
    options: OUTPUTS,
  },
  {
    displayName: "Output",
    name: "output",
    type: "options",
    default: "details",
    displayOptions: { show: { ...DOCUMENT, operation: ["get"] } },
    options: [{ name: "Details", value: "details", description: "Its status and pages" }, ...OUTPUTS],
  },
  {
    displayName: "Schema",
    name: "schema",
    type: "string",
    default: "invoice",
    required: true,
    description: "Invoice, receipt, bank-statement, form, or the name of a schema of the organization",
    displayOptions: { show: { ...DOCUMENT, output: ["data"] } },
  },
  {
    displayName: "Split",
    name: "split",
    type: "boolean",
    default: false,
    description: "Whether each invoice of a file that has several becomes an item of its own",
    displayOptions: { show: { ...DOCUMENT, output: ["data"] } },
  },
  {
    displayName: "Chunking",
    name: "chunking",
    type: "collection",
    default: {},
    displayOptions: { show: { ...DOCUMENT, output: ["chunks"] } },
    options: [
      {
        displayName: "Largest Size in Tokens",
        name: "maxTokens",
        type: "number",
        typeOptions: { minValue: 16, maxValue: 100_000 },
        default: 512,
      },
      {
        displayName: "Overlap in Tokens",
        name: "overlap",
        type: "number",
        typeOptions: { minValue: 0 },
        default: 0,
      },
    ],
  },
  {
    displayName: "Options",
    name: "options",
    type: "collection",
    placeholder: "Add option",
    default: {},
    displayOptions: { show: EXTRACT },
    options: [
      {
        displayName: "Languages",
        name: "lang",
        type: "string",
        default: "eng",
        description: "Languages of scans, such as deu+fra",
      },
      {
        displayName: "Mode",
        name: "mode",
        type: "options",
        default: "FORM",
        options: [
          { name: "Form", value: "FORM" },
          { name: "High Quality", value: "HIGH_QUALITY" },
          { name: "Low Cost", value: "LOW_COST" },
          { name: "Native Text", value: "NATIVE_TEXT", description: "Without recognition of scans" },
          { name: "Table", value: "TABLE" },
        ],
      },
      {
        displayName: "Pages",
        name: "pages",
        type: "string",
        default: "",
        placeholder: "1-3,7,9-",
        description: "All pages if empty",
      },
      {
        displayName: "Password",
        name: "documentPassword",
        type: "string",
        typeOptions: { password: true },
        default: "",
        description: "Opens an encrypted document",
      },
      {
        displayName: "Tag",
        name: "tag",
        type: "string",
        default: "",
        description: "A label for usage reports",
      },
      {
        displayName: "Webhook",
        name: "webhook",
        type: "string",
        default: "",
        description: "The name of a webhook that receives the result, such as that of a Galley Trigger",
      },
    ],
  },
];

const PIPELINES: readonly INodeProperties[] = [
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: { show: { ...PIPELINE, operation: ["getAll"] } },
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1 },
    default: 50,
    description: "Max number of results to return",
    displayOptions: { show: { ...PIPELINE, operation: ["getAll"], returnAll: [false] } },
  },
  {
    displayName: "Pipeline",
    name: "pipelineId",
    type: "resourceLocator",
    default: { mode: "list", value: "" },
    required: true,
    displayOptions: { show: RUN },
    modes: [
      {
        displayName: "From List",
        name: "list",
        type: "list",
        typeOptions: { searchListMethod: "searchPipelines", searchable: true },
      },
      { displayName: "By ID", name: "id", type: "string" },
    ],
  },
  {
    displayName: "Files",
    name: "files",
    type: "options",
    default: "binary",
    displayOptions: { show: RUN },
    options: [
      { name: "Binary Files of the Item", value: "binary" },
      { name: "Files of the Pipeline's Source", value: "source" },
    ],
  },
  {
    displayName: "Input Binary Fields",
    name: "binaryPropertyNames",
    type: "string",
    default: "data",
    required: true,
    hint: "The names of up to 32 input fields with files, separated by commas",
    displayOptions: { show: { ...RUN, files: ["binary"] } },
  },
];

const WAITING: readonly INodeProperties[] = [
  {
    displayName: "Wait for Result",
    name: "wait",
    type: "boolean",
    default: true,
    description: "Whether to wait until the work is done. If not, the item has the ID to look later.",
    displayOptions: { show: { operation: ["extract", "run"] } },
  },
  {
    displayName: "Timeout",
    name: "timeout",
    type: "number",
    typeOptions: { minValue: 1 },
    default: 300,
    description: "How many seconds to wait",
    displayOptions: { show: { operation: ["extract", "run"], wait: [true] } },
  },
];

/** The form of the node. */
export const PROPERTIES: readonly INodeProperties[] = [...CHOICES, ...DOCUMENTS, ...PIPELINES, ...WAITING];
