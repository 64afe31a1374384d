import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
  JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes } from 'n8n-workflow';
import { part, send } from '../Fanfare/api.ts';
import { EVENT_TYPES } from './event-types.ts';
import { doubtOf } from './verify-webhook.ts';

/** A webhook that this node registered; its secret is returned only once. */
type Registered = { webhookId?: string; secret?: string };
type Webhook = { readonly id: string; readonly url: string };

/** Starts a workflow with each event of a project, once its signature is verified. */
export class FanfareTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Fanfare Trigger',
    name: 'fanfareTrigger',
    icon: { light: 'file:../../icons/fanfare.svg', dark: 'file:../../icons/fanfare.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ") || "all events"}}',
    description: 'Starts the workflow when something happened to a post or an account',
    defaults: { name: 'Fanfare Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'fanfareApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: EVENT_TYPES.map((value) => ({ name: value, value })),
        default: [],
        description: 'Types of events to receive; every type when none is chosen',
      },
      {
        displayName: 'Platforms',
        name: 'platforms',
        type: 'string',
        default: '',
        placeholder: 'x, linkedin',
        description: 'Only events of accounts on these platforms, with commas; all when empty',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret } = this.getWorkflowStaticData('node') as Registered;
        if (!webhookId || !secret) return false;
        const found = await find(this);
        return found?.id === webhookId;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        // One that an earlier run left behind: its secret is lost, so a new one is made.
        const left = await find(this);
        if (left) await remove(this, left.id);
        const events = this.getNodeParameter('events', []) as string[];
        const platforms = String(this.getNodeParameter('platforms', ''))
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '');
        const body: IDataObject = {
          url: this.getNodeWebhookUrl('default') ?? '',
          description: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id ?? ''}`.slice(0, 100),
          ...(events.length > 0 && { events }),
          ...(platforms.length > 0 && { platforms }),
        };
        const { data } = await send<{ webhook: Webhook; secret: string }>(this, {
          method: 'POST',
          path: '/webhooks',
          body,
          onlyOnce: true,
        });
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: data.webhook.id, secret: data.secret });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const registered = this.getWorkflowStaticData('node') as Registered;
        if (registered.webhookId) await remove(this, registered.webhookId);
        delete registered.webhookId;
        delete registered.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret = '' } = this.getWorkflowStaticData('node') as Registered;
    const { rawBody } = this.getRequestObject();
    const headers = this.getHeaderData() as Readonly<Record<string, unknown>>;
    const doubt = doubtOf({ body: rawBody, headers, secret, nowSeconds: Date.now() / 1000 });
    if (doubt !== null) {
      this.logger.warn(`Fanfare Trigger refused a request: ${doubt}`);
      this.getResponseObject().status(400).json({ refused: doubt });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: JSON.parse(rawBody.toString('utf8')) as IDataObject }]] };
  }
}

/** The webhook of the project that has this node’s address. */
async function find(context: IHookFunctions): Promise<Webhook | undefined> {
  const url = context.getNodeWebhookUrl('default');
  const { data } = await send<{ webhooks: Webhook[] }>(context, { method: 'GET', path: '/webhooks' });
  return data.webhooks.find((one) => one.url === url);
}

/** Deletes a webhook; one that is gone is no error. */
async function remove(context: IHookFunctions, id: string): Promise<void> {
  try {
    await send(context, { method: 'DELETE', path: `/webhooks/${part(id)}` });
  } catch (error) {
    const isGone = error instanceof NodeApiError && error.httpCode === '404';
    if (!isGone) throw new NodeApiError(context.getNode(), error as JsonObject);
  }
}
