import { caught, type Stage } from '@fanfare/network-conformance';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, formsOf, publishOnce, turn } from './at-stage.ts';
import { BIG, surprisesOfMeta } from './of-meta.ts';

const plain = () => aDraft('Hello');

export function surprisesOfThreads(stage: () => Stage): void {
  surprisesOfMeta(stage, {
    create: /\/threads$/,
    publish: /\/threads_publish$/,
    container: (state) => JSON.stringify({ status: state }),
    listed: { text: 'Hello', media_type: 'TEXT_POST' },
    plain,
  });

  describe('surprises of Threads', () => {
    it('4279009 after FINISHED: the same container again, and no second one', async () => {
      await turn(stage(), 'invisible-window', { ms: 11_000 });
      expect(await publishOnce(stage(), plain())).toMatchObject({ state: 'live' });
      const containers = formsOf(stage(), /\/threads_publish$/).map(({ creation_id }) => creation_id);
      expect([containers.length, new Set(containers).size, formsOf(stage(), /\/threads$/).length]).toEqual([2, 1, 1]);
      expect(await stage().rig.posts()).toHaveLength(1);
    });

    it('the id of a profile that comes as a bare number beyond 2^53 stays digit for digit', async () => {
      await answerWith(stage(), 'GET', '/me$', `{"id":${BIG},"username":"acme"}`);
      const answered = await stage().adapter.connect.profiles(stage().call(), stage().credential);
      expect(answered).toMatchObject({ profiles: [{ platformUserId: BIG }] });
    });

    it('a final word that comes with HTTP 500 is not tried again', async () => {
      const { code } = await caught(publishOnce(stage(), aDraft('a'.repeat(501))));
      expect([code, formsOf(stage(), /\/threads$/).length]).toEqual(['content_rejected', 1]);
    });

    it('"expired" in the words of a carousel is no expired token', async () => {
      const message = 'The children with IDs 1797 are invalid, nonexistent, or expired.';
      await turn(stage(), 'api-error', { operation: 'create', code: 100, subcode: 4279004, message, times: 40 });
      const { code, facts } = await caught(publishOnce(stage(), plain()));
      expect([code, facts.credential]).toEqual(['media_processing_failed', undefined]);
    });
  });
}
