import type { HubScript, HubUser, World } from '../implementation.ts';

/** Sends a control below `/__sandbox` and returns the answer. Throws when it is refused. */
export type Sandbox = (path: string, body: object) => Promise<unknown>;

type HubTools = Pick<World, 'hubUser' | 'hubKey' | 'hubCode' | 'addSpace' | 'scriptHub'>;

/** The role of a person on each of the sandbox's hubs who can read and not publish. */
const READER: Readonly<Record<string, string>> = { wordpress: 'contributor', micropub: 'read' };

/** The service reads so often before it gives up. */
const TRIES = 4;

const people = new Map<string, Promise<unknown>>();

/** The hubs of the sandbox: one of each type, with the people of all statements. */
export function sandboxHubs(sandboxUrl: string, sandbox: Sandbox): HubTools {
  return {
    async hubUser(type, username, may) {
      const key = `${sandboxUrl} ${type} ${username}`;
      const right = may === 'read' ? { right: READER[type] } : {};
      const made = people.get(key) ?? sandbox('/hub/profiles', { role: type, username, name: username, ...right });
      people.set(key, made);
      await made;
      return { type, hubUrl: `${sandboxUrl}/hub/${type}`, username };
    },
    async hubKey({ type: role, username }) {
      const { apiKey } = (await sandbox('/hub/api-key', { role, username })) as { apiKey: string };
      return apiKey;
    },
    async hubCode({ type: role, username }) {
      const { code } = (await sandbox('/hub/connect-code', { role, username })) as { code: string };
      return code;
    },
    addSpace: async ({ type: role }, space) => void (await sandbox('/hub/add-space', { role, ...space })),
    scriptHub: async (user, script) => void (await scriptSandboxHub(sandbox, user, script)),
  };
}

function scriptSandboxHub(sandbox: Sandbox, { type: role, username }: HubUser, { code }: HubScript): Promise<unknown> {
  if (code === 'hub_auth_failed') return sandbox('/hub/revoke-token', { role, username });
  const fault =
    code === 'hub_error' ? { action: 'status', status: 500, body: 'Out of order' } : { action: 'drop_before' };
  return sandbox('/faults', { network: 'hub', role, ...fault, times: TRIES });
}
