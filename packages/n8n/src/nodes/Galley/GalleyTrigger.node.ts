import {
  NodeConnectionTypes,
  type IHookFunctions,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonFields,
} from "n8n-workflow";
import { graphql } from "../../galley-api.ts";
import { fieldsOf, listOf, textOf } from "../../json.ts";
import { isSigned } from "../../signature.ts";
import { isTest, itemOf } from "../../webhook-message.ts";

const WEBHOOKS = `{ webhooks { name url format signingSecret } }`;
const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { webhook { signingSecret } }
}`;
const DELETE = `mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { deletedId } }`;

/** Starts a workflow when Galley has read a document that was sent with the trigger's webhook. */
export class GalleyTrigger {
  readonly description: INodeTypeDescription = {
    displayName: "Galley Trigger",
    name: "galleyTrigger",
    icon: { light: "file:../../icons/galley.svg", dark: "file:../../icons/galley.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{ $parameter["webhookName"] }}',
    description: "Starts the workflow when Galley has read a document",
    defaults: { name: "Galley Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "galleyApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName: "Webhook Name",
        name: "webhookName",
        type: "string",
        default: "n8n",
        required: true,
        description:
          "The name under which Galley lists the webhook. Documents that are sent with it start the workflow. While you test, -test is added to it.",
      },
      {
        displayName: "Format",
        name: "format",
        type: "options",
        default: "TEXT",
        description: "What items contain of a document besides its text",
        options: [
          { name: "Blocks", value: "BLOCKS" },
          { name: "Chunks", value: "CHUNKS" },
          { name: "HTML", value: "HTML" },
          { name: "Markdown", value: "MARKDOWN" },
          { name: "Nothing", value: "TEXT" },
          { name: "Plain Text", value: "PLAIN" },
          { name: "Tables", value: "TABLES" },
        ],
      },
    ],
  };

  readonly webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const existing = await ownWebhook(this);
        if (!existing || existing["format"] !== this.getNodeParameter("format")) return false;
        remember(this, existing);
        return true;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        // Another format of a webhook of its own.
        await removeOwn(this);
        const input = {
          name: nameOf(this),
          url: this.getNodeWebhookUrl("default"),
          format: this.getNodeParameter("format"),
        };
        const { createWebhook } = await graphql(this, CREATE, { input });
        remember(this, fieldsOf(fieldsOf(createWebhook)["webhook"]));
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        await removeOwn(this);
        delete this.getWorkflowStaticData("node")["signingSecret"];
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const body = this.getBodyData();
    // Galley sends it while the webhook is created, before its secret is known here.
    if (isTest(body)) return {};
    const secret = textOf(this.getWorkflowStaticData("node")["signingSecret"]);
    const { rawBody = new Uint8Array() } = this.getRequestObject();
    if (secret === "" || !isSigned({ body: rawBody, headers: this.getHeaderData(), secret })) {
      this.getResponseObject().status(401).json({ message: "The signature is not valid." });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: itemOf(body) }]] };
  }
}

/** The webhook of this name, if it leads here. */
async function ownWebhook(context: IHookFunctions): Promise<JsonFields | undefined> {
  const { webhooks } = await graphql(context, WEBHOOKS);
  const [name, url] = [nameOf(context), context.getNodeWebhookUrl("default")];
  return listOf(webhooks)
    .map(fieldsOf)
    .find((webhook) => webhook["name"] === name && webhook["url"] === url);
}

async function removeOwn(context: IHookFunctions): Promise<void> {
  if (await ownWebhook(context)) await graphql(context, DELETE, { input: { name: nameOf(context) } });
}

/** While a workflow is tested, it has another address than in production, and both may exist. */
function nameOf(context: IHookFunctions): string {
  const name = textOf(context.getNodeParameter("webhookName")).trim();
  return context.getMode() === "manual" ? `${name}-test` : name;
}

function remember(context: IHookFunctions, { signingSecret }: JsonFields): void {
  context.getWorkflowStaticData("node")["signingSecret"] = signingSecret;
}
