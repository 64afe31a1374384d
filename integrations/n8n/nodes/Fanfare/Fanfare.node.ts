import type {
  IDataObject,
  IExecuteFunctions,
  ILoadOptionsFunctions,
  INodeExecutionData,
  INodePropertyOptions,
  INodeType,
  INodeTypeDescription,
  ResourceMapperFields,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { ACTIONS } from './actions.ts';
import { send } from './api.ts';
import { type Account, platformsOf } from './choose-accounts.ts';
import { FIELDS } from './fields.ts';
import { fieldsOf, type PlatformOptions } from './target-options.ts';

/** Publishes, schedules and reads posts, uploads files, lists accounts. */
export class Fanfare implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Fanfare',
    name: 'fanfare',
    icon: { light: 'file:../../icons/fanfare.svg', dark: 'file:../../icons/fanfare.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Publish to several social accounts, never twice',
    defaults: { name: 'Fanfare' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'fanfareApi', required: true }],
    properties: FIELDS,
  };

  methods = {
    loadOptions: {
      async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const accounts = await accountsOf(this);
        return accounts.map(({ id, platform, username, status }) => ({
          name: `@${username} (${platform}${status === 'active' ? '' : `, ${status}`})`,
          value: id,
        }));
      },
    },
    resourceMapping: {
      /** The options of the chosen accounts; of all platforms while an expression chooses them. */
      async getTargetOptions(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
        const { data } = await send<{ platforms: PlatformOptions[] }>(this, { method: 'GET', path: '/platforms' });
        const chosen = platformsOf(this.getCurrentNodeParameter('accounts'), await accountsOf(this));
        return { fields: fieldsOf(data.platforms.filter(({ platform }) => chosen?.has(platform) ?? true)) };
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    let accounts: Promise<readonly Account[]> | undefined;
    const work = {
      context: this,
      accounts: () => {
        accounts ??= accountsOf(this);
        return accounts;
      },
    };
    for (const [itemIndex] of this.getInputData().entries()) {
      const pairedItem = { item: itemIndex };
      try {
        const resource = this.getNodeParameter('resource', itemIndex);
        const operation = this.getNodeParameter('operation', itemIndex);
        const action = ACTIONS[resource]?.[operation];
        if (!action)
          throw new NodeOperationError(this.getNode(), `There is no operation ${operation} of ${resource}`, {
            itemIndex,
          });
        const found = await action({ ...work, itemIndex });
        for (const json of [found].flat()) results.push({ json, pairedItem });
      } catch (error) {
        const known = error instanceof NodeApiError || error instanceof NodeOperationError;
        const failure = known ? error : new NodeOperationError(this.getNode(), error as Error, { itemIndex });
        if (!this.continueOnFail()) throw failure;
        results.push({ json: failureOf(failure), error: failure, pairedItem });
      }
    }
    return [results];
  }
}

const failureOf = ({
  message,
  description,
}: {
  message: string;
  description?: string | null | undefined;
}): IDataObject => ({
  error: message,
  ...(description && { description }),
});

async function accountsOf(context: IExecuteFunctions | ILoadOptionsFunctions): Promise<Account[]> {
  const { data } = await send<{ accounts: Account[] }>(context, { method: 'GET', path: '/accounts' });
  return data.accounts;
}
