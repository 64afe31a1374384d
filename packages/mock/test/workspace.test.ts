import { describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { serveMock } from '../src/server/index.ts';

const beyond = (plan: string, cap: string, workspaceId: string): string =>
  `The plan "${plan}" allows ${cap} in a workspace, and ${workspaceId} has that many. Choose a larger plan, or leave out workspaceId to create a new workspace.`;

describe('a workspace', () => {
  test('has as many projects as the plan of the next one allows', () => {
    const mock = createMock();
    const { workspaceId } = mock.seed.project({ plan: 'free' });
    expect(() => mock.seed.project({ plan: 'free', workspaceId })).toThrow(
      new RangeError(beyond('free', '1 project', workspaceId)),
    );
    for (let count = 1; count < 5; count++) {
      expect(mock.seed.project({ plan: 'pro', workspaceId }).workspaceId).toBe(workspaceId);
    }
    expect(() => mock.seed.project({ plan: 'pro', workspaceId })).toThrow(
      new RangeError(beyond('pro', '5 projects', workspaceId)),
    );
    for (const plan of ['scale', 'self_hosted'] as const) {
      expect(mock.seed.project({ plan, workspaceId }).workspaceId).toBe(workspaceId);
    }
  });

  test('that is full is a bad request to the standalone server, and nothing is added', async () => {
    const served = await serveMock();
    try {
      const create = (body: object) =>
        fetch(`${served.url}/__mock/projects`, { method: 'POST', body: JSON.stringify(body) });
      const first = (await (await create({ plan: 'free' })).json()) as { project: { workspaceId: string } };
      const { workspaceId } = first.project;
      const second = await create({ plan: 'free', workspaceId });
      expect([second.status, await second.json()]).toEqual([400, { error: beyond('free', '1 project', workspaceId) }]);
      expect((await create({ plan: 'pro', workspaceId })).status).toBe(200);
    } finally {
      await served.close();
    }
  });
});
