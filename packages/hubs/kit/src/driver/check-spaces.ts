import type { HubAdapter, HubSpace, SpacePage } from '@fanfare/hub';
import type { AccountCall } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';

const PAGE = 25;
const PART_CHARS = 4;

/** Lists, searches and pages the spaces. Returns one to publish in, or null. */
export async function checkSpaces(
  { recorder }: KitRun,
  { hub, call, wanted }: { readonly hub: HubAdapter; readonly call: AccountCall; readonly wanted: string | null },
): Promise<HubSpace | null> {
  recorder.section('Spaces');
  const rule = RULES.spaces;
  const none = 'the hub has no spaces';
  let all: SpacePage = { spaces: [], total: 0 };
  await recorder.check({ name: 'spaces are listed', rule, expected: 'a list' }, async () => {
    all = await hub.listSpaces(call, { q: null, limit: PAGE, offset: 0 });
    return all.total === 0 ? skipped(none) : passed(`${all.total}, such as “${all.spaces[0]?.name ?? ''}”`);
  });
  const [first, second] = all.spaces;
  await recorder.check({ name: 'a part of a name finds a space', rule, expected: 'the space' }, async () => {
    if (!first) return skipped(none);
    const part = first.name.slice(0, PART_CHARS).trim().toUpperCase();
    const { spaces } = await hub.listSpaces(call, { q: part, limit: 100, offset: 0 });
    const isFound = spaces.some(({ slug }) => slug === first.slug);
    return isFound ? passed() : failed(`“${part}” does not find “${first.name}”`);
  });
  await recorder.check({ name: 'a text that is in no name finds none', rule, expected: 'an empty list' }, async () => {
    if (!first) return skipped(none);
    const { total } = await hub.listSpaces(call, { q: 'no-space-has-this-name', limit: 1, offset: 0 });
    return total === 0 ? passed() : failed(`${total} spaces`);
  });
  await recorder.check({ name: 'pages of one space follow each other', rule, expected: 'the same list' }, async () => {
    if (!first || !second) return skipped('the hub has fewer than two spaces');
    const pages = [0, 1].map((offset) => hub.listSpaces(call, { q: null, limit: 1, offset }));
    const slugs = (await Promise.all(pages)).map(({ spaces }) => spaces.map(({ slug }) => slug).join());
    const isSame = slugs[0] === first.slug && slugs[1] === second.slug;
    return isSame ? passed() : failed(`pages ${slugs.join(' and ')}, listed as ${first.slug} and ${second.slug}`);
  });
  if (wanted === null) return first ?? null;
  let found = null as HubSpace | null;
  await recorder.check({ name: 'the space of --space is there', rule, expected: wanted }, async () => {
    const { spaces } = await hub.listSpaces(call, { q: wanted, limit: 100, offset: 0 });
    found = spaces.find(({ slug }) => slug === wanted) ?? null;
    return found ? passed() : failed('no space with this slug');
  });
  return found;
}
