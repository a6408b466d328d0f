import {
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodeListSearchResult,
  type INodeTypeDescription,
  type JsonFields,
} from "n8n-workflow";
import { textOf } from "../../json.ts";
import { extract, getDocument } from "./documents.ts";
import { getPipelines, runPipeline, searchPipelines } from "./pipelines.ts";
import { PROPERTIES } from "./properties.ts";

type Work = (context: IExecuteFunctions, itemIndex: number) => Promise<readonly JsonFields[]>;

const OPERATIONS: Readonly<Record<string, Work>> = {
  "document extract": extract,
  "document get": getDocument,
  "pipeline getAll": getPipelines,
  "pipeline run": runPipeline,
};

/** Reads documents and runs pipelines. */
export class Galley {
  readonly description: INodeTypeDescription = {
    displayName: "Galley",
    name: "galley",
    icon: { light: "file:../../icons/galley.svg", dark: "file:../../icons/galley.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: "Turn PDFs, scans and Office documents into text, Markdown, tables or chunks",
    defaults: { name: "Galley" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "galleyApi", required: true }],
    properties: PROPERTIES,
  };

  readonly methods = {
    listSearch: {
      searchPipelines(
        this: ILoadOptionsFunctions,
        search?: string,
        after?: string,
      ): Promise<INodeListSearchResult> {
        return searchPipelines(this, search, after);
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const returned: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      try {
        for (const json of await workOf(this, item)) returned.push({ json, pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw withItem(this, error, item);
        returned.push({ json: { error: messageOf(error) }, pairedItem: { item } });
      }
    }
    return [returned];
  }
}

function workOf(context: IExecuteFunctions, item: number): ReturnType<Work> {
  const names = ["resource", "operation"].map((name) => textOf(context.getNodeParameter(name, item)));
  const work = OPERATIONS[names.join(" ")];
  if (work) return work(context, item);
  const message = `Galley has no operation ${names.join(" ")}.`;
  throw new NodeOperationError(context.getNode(), message, { itemIndex: item });
}

/** n8n shows the item of its own errors. */
function withItem(context: IExecuteFunctions, error: unknown, itemIndex: number): Error {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  return new NodeOperationError(context.getNode(), messageOf(error), { itemIndex });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
