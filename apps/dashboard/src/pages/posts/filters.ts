import type { ListPostsParams, Platform, PostStatus } from '@fanfare/sdk';

/** The filters of the list in the address. Days are those of the person's own zone. */
export type PostFilters = {
  readonly status: PostStatus | '';
  readonly platform: string;
  readonly accountId: string;
  readonly profileId: string;
  readonly from: string;
  readonly until: string;
  readonly cursor: string;
};

export const STATUSES: readonly { readonly value: PostStatus | ''; readonly label: string }[] = [
  { value: '', label: 'Any' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'publishing', label: 'Publishing' },
  { value: 'published', label: 'Published' },
  { value: 'partial', label: 'Partly published' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
];

export function readFilters(parameters: URLSearchParams): PostFilters {
  const given = (name: string): string => parameters.get(name) ?? '';
  const day = (name: string): string => (/^\d{4}-\d\d-\d\d$/.test(given(name)) ? given(name) : '');
  return {
    status: STATUSES.find(({ value }) => value === given('status'))?.value ?? '',
    platform: given('platform'),
    accountId: given('account'),
    profileId: given('profile'),
    from: day('from'),
    until: day('until'),
    cursor: given('cursor'),
  };
}

/** The address of the list with these filters. */
export function addressOf({ status, platform, accountId, profileId, from, until, cursor }: PostFilters): string {
  const named = { status, platform, account: accountId, profile: profileId, from, until, cursor };
  const given = Object.entries(named).filter(([, value]) => value !== '');
  return given.length === 0 ? '/posts' : `/posts?${new URLSearchParams(given)}`;
}

export const isFiltered = ({ cursor: _, ...filters }: PostFilters): boolean =>
  Object.values(filters).some((value) => value !== '');

/** Scheduled posts are in the order in which they go out; their days are those. */
export function toListParams({ status, platform, accountId, profileId, from, until, cursor }: PostFilters) {
  const isByTime = status === 'scheduled';
  // Both bounds are left out by the API.
  const after = from && new Date(startOf(from).getTime() - 1);
  const before = until && startOf(until, 1);
  const params: ListPostsParams = {
    ...(status && { status }),
    ...(platform && { platform: platform as Platform }),
    ...(accountId && { accountId }),
    ...(profileId && { profileId }),
    ...(cursor && { cursor }),
    ...(isByTime && { order: 'publishAt' }),
    ...(after && (isByTime ? { publishAfter: after } : { createdAfter: after })),
    ...(before && (isByTime ? { publishBefore: before } : { createdBefore: before })),
  };
  return params;
}

/** Midnight in the person's zone, `days` later. */
function startOf(day: string, days = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days);
}
