import { describe, expect, it } from 'vitest';
import { type ApiVersion, createApiVersions, type VersionStep } from '../src/api-versions.ts';
import { chooseVersions } from '../src/choose-versions.ts';
import type { Answer } from '../src/http.ts';
import { versionsEnding } from '../src/versions-ending.ts';

const OLD: ApiVersion = { version: '202601', sunsetAt: '2027-01-15', source: 'a page' };
const NEW: ApiVersion = { version: '202609', sunsetAt: '2027-09-15', source: 'a page' };
const NEWER: ApiVersion = { version: '202612', sunsetAt: null, source: 'LINKEDIN_VERSION' };

const answer = (status: number): Answer => ({ status, headers: {}, text: '', json: undefined });

/** A network that serves only some versions, behind a guard; `asked` lists the versions it saw. */
function guarded(served: readonly string[], versions: readonly ApiVersion[] = [OLD, NEW, NEWER]) {
  const asked: string[] = [];
  const steps: VersionStep[] = [];
  const guard = createApiVersions({
    network: 'linkedin',
    versions,
    isRefused: ({ status }) => status === 426,
    onStep: (step) => steps.push(step),
  });
  const send = async (version: string): Promise<Answer> => {
    asked.push(version);
    await Promise.resolve();
    return answer(served.includes(version) ? 201 : 426);
  };
  return { guard, asked, steps, send };
}

describe('a guarded call', () => {
  it('sends the first version while it is served', async () => {
    const { guard, asked, steps, send } = guarded(['202601', '202609']);
    expect((await guard.call(send)).status).toBe(201);
    expect([asked, steps, guard.current()]).toEqual([['202601'], [], '202601']);
  });

  it('skips every refused version, sends the same call again and reports each step', async () => {
    const { guard, asked, steps, send } = guarded(['202612']);
    expect((await guard.call(send)).status).toBe(201);
    expect(asked).toEqual(['202601', '202609', '202612']);
    expect(steps).toEqual([
      { network: 'linkedin', from: '202601', to: '202609' },
      { network: 'linkedin', from: '202609', to: '202612' },
    ]);
  });

  it('never goes back: later calls start with the version that was served', async () => {
    const { guard, asked, steps, send } = guarded(['202609', '202612']);
    await guard.call(send);
    await guard.call(send);
    await guard.call(send);
    expect([asked, steps.length, guard.current()]).toEqual([['202601', '202609', '202609', '202609'], 1, '202609']);
  });

  it('steps once for fifty calls refused at the same time', async () => {
    const { guard, asked, steps, send } = guarded(['202609', '202612']);
    const answers = await Promise.all(Array.from({ length: 50 }, () => guard.call(send)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(steps).toEqual([{ network: 'linkedin', from: '202601', to: '202609' }]);
    expect([asked.filter((v) => v === '202601').length, asked.filter((v) => v === '202609').length]).toEqual([50, 50]);
    expect(asked).not.toContain('202612');
  });

  it('does not skip a version because a slow call is refused after the step', async () => {
    const { guard, steps, send } = guarded(['202609']);
    let answerSlow = (_: Answer): void => {};
    const slowly = (version: string) =>
      version === '202601' ? new Promise<Answer>((resolve) => (answerSlow = resolve)) : send(version);
    const slow = guard.call(slowly);
    await guard.call(send);
    answerSlow(answer(426));
    expect((await slow).status).toBe(201);
    expect([steps.length, guard.current()]).toEqual([1, '202609']);
  });

  it('passes on every other answer and error without a step', async () => {
    const { guard, steps } = guarded([]);
    for (const status of [200, 400, 401, 403, 404, 429, 500]) {
      expect((await guard.call(async () => answer(status))).status).toBe(status);
    }
    const lost = new Error('no answer');
    await expect(guard.call(() => Promise.reject(lost))).rejects.toBe(lost);
    expect([steps, guard.current()]).toEqual([[], '202601']);
  });
});

describe('when no version is left', () => {
  it('returns the refusal, so that the adapter can name it', async () => {
    const { guard, asked, send } = guarded([], [OLD, NEW]);
    expect(await guard.call(send)).toEqual(answer(426));
    expect(asked).toEqual(['202601', '202609']);
  });

  it('keeps sending the last one, with one call each, and works again once it is served', async () => {
    const served: string[] = [];
    const { guard, asked, steps, send } = guarded(served, [OLD, NEW]);
    await guard.call(send);
    expect((await guard.call(send)).status).toBe(426);
    expect(asked).toEqual(['202601', '202609', '202609']);
    served.push('202601', '202609');
    expect((await guard.call(send)).status).toBe(201);
    expect(guard.current()).toBe('202609');
    expect(steps).toEqual([
      { network: 'linkedin', from: '202601', to: '202609' },
      { network: 'linkedin', from: '202609', to: null },
    ]);
  });
});

it('takes a step also when it cannot be reported', async () => {
  const guard = createApiVersions({
    network: 'linkedin',
    versions: [OLD, NEW],
    isRefused: ({ status }) => status === 426,
    onStep: () => {
      throw new Error('the log is full');
    },
  });
  expect((await guard.call(async (version) => answer(version === '202609' ? 200 : 426))).status).toBe(200);
});

it.each([[[]], [[OLD, OLD]]])('refuses a list that is empty or names a version twice', (versions) => {
  expect(() => guarded([], versions)).toThrow(RangeError);
});

describe('chooseVersions', () => {
  it('keeps the known list when the operator sets none', () => {
    expect(chooseVersions([OLD, NEW], undefined, 'LINKEDIN_VERSION')).toEqual([OLD, NEW]);
    expect(chooseVersions([OLD, NEW], [], 'LINKEDIN_VERSION')).toEqual([OLD, NEW]);
  });

  it('uses the operator’s versions in their order, each once, with the known dates', () => {
    expect(chooseVersions([OLD, NEW], ['202609', '202612', '202609'], 'LINKEDIN_VERSION')).toEqual([NEW, NEWER]);
  });
});

describe('versionsEnding', () => {
  const at = (time: string, days: number) =>
    versionsEnding([{ network: 'linkedin', versions: [OLD, NEW, NEWER] }], Date.parse(time), days);

  it('lists what ends within the given days, with its successor', () => {
    expect(at('2026-11-20T12:00:00Z', 90)).toEqual([
      { network: 'linkedin', version: '202601', sunsetAt: '2027-01-15', daysLeft: 55, outlivedBy: '202609' },
    ]);
    expect(at('2026-11-20T12:00:00Z', 55)).toEqual([]);
    expect(at('2026-11-20T12:00:00Z', 56).length).toBe(1);
  });

  it('continues to count after the end, and never lists a version with an unknown end', () => {
    expect(at('2027-09-16T00:00:00Z', 30)).toEqual([
      { network: 'linkedin', version: '202601', sunsetAt: '2027-01-15', daysLeft: -244, outlivedBy: '202609' },
      { network: 'linkedin', version: '202609', sunsetAt: '2027-09-15', daysLeft: -1, outlivedBy: '202612' },
    ]);
  });

  it('names what stays valid longer, wherever it is in the list', () => {
    const versions = [NEWER, NEW, OLD];
    expect(
      versionsEnding([{ network: 'linkedin', versions }], Date.parse('2027-09-01T00:00:00Z'), 30).map(
        ({ version, daysLeft, outlivedBy }) => [version, daysLeft, outlivedBy],
      ),
    ).toEqual([
      ['202609', 14, null],
      ['202601', -229, '202609'],
    ]);
  });
});
