import { Argument, type Command, Option } from "commander";
import { addExtractionOptions } from "./extraction-options.ts";
import { FORMATS, FORMAT_NAMES } from "./extract/results/formats.ts";
import { addRecognitionOptions } from "./recognition-arguments.ts";
import { UsageError } from "./usage-error.ts";

/** Adds the commands that need no service. */
export function addDocumentCommands(program: Command, exit: (code: number) => void): void {
  program.commandsGroup("Documents:");
  addExtract(program, exit);
  addFields(program, exit);
  addView(program, exit);
  addExplain(program, exit);
  addMcp(program, exit);
  addLanguages(program, exit);
}

const EXTRACT_EXAMPLES = `
Inputs are files, folders (with all folders in them), quoted patterns such as "scans/**/*.pdf", URLs with
--allow-urls, and - for standard input. Several results that share standard output or a file are in the order of the
inputs. Defaults can be set in galley.config.json, in this folder or one above.

Examples:
  galley extract invoice.pdf                              the text on standard output
  galley extract invoice.pdf -p 1-3 --format markdown     three pages as Markdown
  galley extract scans/ -o texts/                         a file for each document
  galley extract scans/ -o texts/ --resume                only what is new or has changed
  galley extract scans/ -o "out/{folder}/{name}.{ext}" --format json
  galley extract scans/ -o all.ndjson --format json       one line for each document
  galley extract scan.png --format pdf -o scan.pdf        a searchable PDF
  curl -s https://example.com/a.pdf | galley extract -

Exit codes: 0 success, 1 a document or a page could not be read, 2 invalid usage, 130 interrupted.`;

function addExtract(program: Command, exit: (code: number) => void): void {
  const command = program
    .command("extract")
    .description("extract the text of documents")
    .argument("[inputs...]", "files, folders, patterns, URLs, or - for standard input");
  const formats = Object.entries(FORMATS).map(([name, { meaning }]) => `${name}: ${meaning}`);
  const format = new Option("-f, --format <name>", `what is written; default text\n${formats.join("\n")}`);
  format.argChoices = FORMAT_NAMES;
  command
    .optionsGroup("Input and output:")
    .option("-o, --output <path>", "file or folder, or a pattern of {folder}, {name}, {file} and {ext}")
    .addOption(format)
    .option("--json-fields <list>", "fields of --format json, such as text,pages.number; all includes words")
    .option("--resume", "skip documents whose results are up to date")
    .option("--allow-urls", "fetch documents from http and https URLs with public addresses")
    .option("-j, --threads <n>", "pages and documents read at the same time; auto uses all cores")
    .option("-q, --quiet", "print errors only")
    .option("-v, --verbose", "print a line for each document")
    .option("--config <file>", "configuration file; default: the nearest galley.config.json");
  addRecognitionOptions(addExtractionOptions(command), { service: true });
  command.addHelpText("after", EXTRACT_EXAMPLES).action(async (inputs: readonly string[], values: object) => {
    const { extractArguments } = await import("./extract/extract-arguments.ts");
    const { runExtract } = await import("./extract/extract-command.ts");
    exit(await runExtract(extractArguments(inputs, { ...values })));
  });
}

const FIELDS_EXAMPLES = `
Examples:
  galley fields invoices/ --schema invoice --format csv -o invoices.csv
  galley fields invoices/ --schema invoice --format xlsx -o invoices.xlsx    a sheet for each list, such as lines
  galley fields receipt.jpg --schema receipt                                 JSON on standard output
  galley fields --new-schema sample.pdf -o orders.json                       propose a schema
  galley fields orders/*.pdf --schema orders.json --format jsonl
  galley fields --evaluate labelled/ --schema orders.json --against old.json
  galley fields letters/ --schema letter.json --model openai-compatible:http://127.0.0.1:11434/v1#qwen3

Exit codes: 0 success, 1 a document could not be read, 2 invalid usage, 3 fields need review, 130 interrupted.`;

function addFields(program: Command, exit: (code: number) => void): void {
  const command = program
    .command("fields")
    .description("read data by a schema from documents, each value with its place and confidence")
    .argument("[inputs...]", "files, folders, patterns, URLs, or - for standard input")
    .optionsGroup("Input and output:")
    .option("-s, --schema <name>", "invoice, receipt, bank-statement, form, or a JSON file with a schema")
    .option("-f, --format <name>", "json, jsonl (a line for each document), csv or xlsx; default json")
    .option("-o, --output <file>", "file to write; default: standard output")
    .option(
      "--model <name>",
      "language model for values that are missing or doubtful, such as openai-compatible:URL#MODEL",
    )
    .option("--split", "with an invoice schema: one result for each invoice of a file that has several")
    .option("--evaluate <folder>", "how well the documents are read that have their data as JSON beside them")
    .option("--against <name>", "with --evaluate: another schema, to see what gets better and worse")
    .option("--new-schema <file>", "propose a schema for documents like this one")
    .option("--allow-urls", "fetch documents from http and https URLs with public addresses")
    .option("-j, --jobs <n>", "documents read at the same time; auto uses all cores")
    .option("-q, --quiet", "print errors only")
    .option("--config <file>", "configuration file; default: the nearest galley.config.json");
  addRecognitionOptions(addExtractionOptions(command), { service: true });
  command.addHelpText("after", FIELDS_EXAMPLES).action(async (inputs: readonly string[], values: object) => {
    const { runFieldsCommand } = await import("./fields/fields-command.ts");
    exit(await runFieldsCommand(inputs, { ...values }));
  });
}

function addView(program: Command, exit: (code: number) => void): void {
  const command = program
    .command("view")
    .description("show a document beside its text in a browser")
    .usage("[options] <file>")
    .argument("[file...]", "the document")
    .optionsGroup("Address:")
    .option("--port <n>", "port to listen on; 0 picks a free one", "0")
    .option("--open", "open the page in the browser")
    .option("--config <file>", "configuration file; default: the nearest galley.config.json");
  addRecognitionOptions(addExtractionOptions(command), { service: true });
  command
    .addHelpText("after", "\nExample:\n  galley view invoice.pdf --open\n\nStop it with Ctrl-C.")
    .action(async (files: readonly string[], values: object) => {
      const [file, ...others] = files;
      if (file === undefined || others.length > 0) throw new UsageError("Expected exactly one file.");
      const { runView } = await import("./view-command.ts");
      exit(await runView(file, { ...values }));
    });
}

const EXPLAIN_HELP = `
Other pages are read as well, since headings, running headers and continued tables are found by comparing pages; -p
selects which.

Examples:
  galley explain report.pdf --page 3 -o page-3.html         the page with its regions and the reasons for them
  galley explain report.pdf --page 3 --format json
  galley explain report.pdf --page 3 --save-case my-case --question table

Exit codes: 0 success, 1 the document or page could not be read, 2 invalid usage.`;

function addExplain(program: Command, exit: (code: number) => void): void {
  const format = new Option("-f, --format <name>", "html, or json for programs").default("html");
  format.argChoices = ["html", "json"];
  const command = program
    .command("explain")
    .description("show why a page came out as it did: its regions, and the reasons for each")
    .usage("[options] <file> --page <n>")
    .argument("[file...]", "the document, or - for standard input")
    .optionsGroup("Input and output:")
    .option("--page <n>", "the page to explain")
    .option("-o, --output <path>", "file to write; default: standard output")
    .addOption(format)
    .option("--save-case <folder>", "write a test case instead: the page's content and the structure to edit")
    .option("--question <name>", "what the test case is about, such as table or heading")
    .option("--config <file>", "configuration file; default: the nearest galley.config.json");
  addRecognitionOptions(addExtractionOptions(command), { service: true });
  command.addHelpText("after", EXPLAIN_HELP).action(async (files: readonly string[], values: object) => {
    const { runExplain } = await import("./explain/explain-command.ts");
    exit(await runExplain(files, { ...values }));
  });
}

function addMcp(program: Command, exit: (code: number) => void): void {
  program
    .command("mcp")
    .description("let an agent read documents, by the Model Context Protocol on standard input and output")
    .argument("[folders...]", "folders whose documents may be read; default: this folder")
    .option("--allow-urls", "fetch documents from http and https URLs with public addresses")
    .addHelpText("after", "\nExample, in the settings of an agent:\n  npx -y galley mcp /home/ada/documents")
    .action(async (folders: readonly string[], values: object) => {
      const { runMcp } = await import("./mcp-command.ts");
      exit(await runMcp(folders, { ...values }));
    });
}

/** What `galley languages` does. */
const LANGUAGE_ACTIONS = ["list", "add", "remove"];

const LANGUAGES_HELP = `
Added languages are kept in the folder languages in GALLEY_DATA_DIR, or in that of --tessdata. They are downloaded
with npm, as it is configured. Languages in the folder of GALLEY_TESSDATA are listed and recognised, too.

Examples:
  galley languages                   what can be recognised, and where its data is
  galley languages --available       what can be added
  galley languages add deu fra
  galley languages remove fra`;

function addLanguages(program: Command, exit: (code: number) => void): void {
  const action = new Argument("[action]", "what to do").choices(LANGUAGE_ACTIONS).default("list");
  const languages = program
    .command("languages")
    .description("list, add or remove the languages that can be recognised")
    .addArgument(action)
    .argument("[codes...]", "languages to add or remove, such as deu or chi_sim");
  addRecognitionOptions(languages, { service: false })
    .option("--available", "list the languages that can be added")
    .option("--json", "print the list as JSON")
    .addHelpText("after", LANGUAGES_HELP)
    .action(async (chosen: string, codes: readonly string[], values: object) => {
      const { runLanguages } = await import("./languages/languages-command.ts");
      exit(await runLanguages(chosen, codes, { ...values }));
    });
}
