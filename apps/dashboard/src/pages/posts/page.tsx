import { useLocation, useSearchParams } from 'wouter';
import { useAllAccounts } from '../../accounts/queries.ts';
import { Empty } from '../../frame/empty.tsx';
import { Page } from '../../frame/page.tsx';
import { Pages } from '../../frame/pages.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { PostLine } from '../../posts/post-line.tsx';
import { usePostLinks } from '../../posts/post-links.ts';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, isFiltered, type PostFilters, readFilters } from './filters.ts';
import { usePosts } from './queries.ts';

/** Posts by state, network, account, profile and day. Filters and position are in the address. */
export default function PostsPage() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const filters = readFilters(parameters);
  const { data, error, refetch, isPlaceholderData } = usePosts(filters);
  const { data: accounts = [] } = useAllAccounts();
  const { data: links } = usePostLinks(data?.posts ?? []);
  const change = (changes: Partial<PostFilters>): void =>
    // Another filter begins at the first page.
    navigate(addressOf({ ...filters, ...changes, cursor: '' }), { replace: true });
  return (
    <Page
      title="Posts"
      actions={
        <ButtonLink kind="primary" href="/compose">
          Compose post
        </ButtonLink>
      }
    >
      <FilterBar filters={filters} accounts={accounts} onChange={change} />
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={8} />}
      {!error && data?.posts.length === 0 && <NoPosts filters={filters} />}
      {!error && data && (
        <>
          <ul data-old={isPlaceholderData || undefined} aria-label="Posts">
            {data.posts.map((post) => (
              <PostLine key={post.id} post={post} links={links?.get(post.id)} />
            ))}
          </ul>
          <Pages
            cursor={filters.cursor}
            nextCursor={data.nextCursor}
            addressOf={(cursor) => addressOf({ ...filters, cursor })}
          />
        </>
      )}
    </Page>
  );
}

function NoPosts({ filters }: { readonly filters: PostFilters }) {
  if (isFiltered(filters))
    return <Empty action={<ButtonLink href="/posts">Show all posts</ButtonLink>}>No post matches these filters.</Empty>;
  return (
    <Empty action={<ButtonLink href="/compose">Compose post</ButtonLink>}>
      This project has no post. Write the first one here, or send it with the API.
    </Empty>
  );
}
