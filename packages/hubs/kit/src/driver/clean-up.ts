import type { HubAdapter } from '@fanfare/hub';
import { type AccountCall, bearer, isOk, NetworkError } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import type { MadePost } from './check-publishing.ts';
import type { Connected } from './kit-key.ts';
import { readPage } from './read-page.ts';

const LOOK_EVERY_MS = 1_000;

/** Deletes the posts of the kit and their uploads. */
export async function deletePosts(
  { recorder, clock }: KitRun,
  {
    hub,
    account,
    posts,
    waitMs,
  }: { hub: HubAdapter; account: AccountCall; posts: readonly MadePost[]; waitMs: number },
): Promise<void> {
  const asked = {
    name: 'the posts of the kit are deleted',
    rule: RULES.cleanUp,
    expected: 'nothing at their addresses',
  };
  await recorder.check(asked, async () => {
    if (posts.length === 0) return skipped('nothing was published');
    const kept: string[] = [];
    for (const post of posts) if (!(await deletePost(hub, account, post))) kept.push(post.url);
    if (kept.length > 0)
      return skipped(`the hub does not let this key delete posts; delete them yourself: ${kept.join(' ')}`);
    for (let waited = 0; ; waited += LOOK_EVERY_MS) {
      const pages = await Promise.all(posts.map(({ url }) => readPage(url)));
      const left = posts.filter((_, index) => pages[index]?.status === 200);
      if (left.length === 0) return passed();
      if (waited >= waitMs) return failed(`still there: ${left.map(({ url }) => url).join(' ')}`);
      await clock.sleep(LOOK_EVERY_MS);
    }
  });
}

/** False where the hub does not allow it. */
async function deletePost(hub: HubAdapter, account: AccountCall, { call, steps, url }: MadePost): Promise<boolean> {
  try {
    const isDeleted = account.account.hub?.type !== 'micropub' || (await deleteByMicropub(account, url));
    await hub.publish.discard?.(call, steps);
    return isDeleted;
  } catch (error) {
    if (error instanceof NetworkError) return false;
    throw error;
  }
}

/** W3C Micropub, section 3.5, delete, checked 2026-11. */
async function deleteByMicropub({ http, signal, account, credential }: AccountCall, url: string): Promise<boolean> {
  const answer = await http({
    method: 'POST',
    url: account.hub?.apiUrl ?? '',
    headers: { ...bearer(credential.accessToken), accept: 'application/json' },
    body: { form: { action: 'delete', url } },
    effect: 'hidden',
    signal,
  });
  return isOk(answer);
}

/** Deletes the keys that the hub made for the kit. A key that was given stays. */
export async function deleteKeys({ recorder }: KitRun, connected: readonly Connected[]): Promise<void> {
  const made = connected.filter(({ key }) => key.isMade);
  const asked = {
    name: 'the keys of the kit delete themselves',
    rule: RULES.deletesItself,
    expected: 'keys that are refused',
  };
  await recorder.check(asked, async () => {
    if (made.length === 0) return skipped('the hub made no key for the kit');
    let alive = 0;
    for (const { key, call } of made) {
      if (!key.driver.deleteKey)
        return skipped(`${key.driver.name} cannot delete keys; delete ${made.length} of “Hub Connect kit” yourself`);
      await key.driver.deleteKey(call);
      const isRefused = await key.driver.checkKey(call).then(
        () => false,
        (error: unknown) => error instanceof NetworkError && error.code === 'credential_rejected',
      );
      if (!isRefused) alive += 1;
    }
    return alive === 0 ? passed() : failed(`${alive} of ${made.length} keys still work`);
  });
}
