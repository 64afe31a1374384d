import { Link } from 'wouter';
import { Empty } from '../../frame/empty.tsx';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { PostLine } from '../../posts/post-line.tsx';
import { useNextPosts } from './queries.ts';

/** Posts that go out next. */
export function NextPosts() {
  const { data, error, refetch } = useNextPosts();
  return (
    <Section title="Goes out next" actions={data && data.length > 0 && <Link href="/calendar">Open calendar</Link>}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <Empty action={<ButtonLink href="/compose">Schedule a post</ButtonLink>}>
          Nothing is scheduled. A scheduled post goes out by itself, also while nobody is here.
        </Empty>
      )}
      <ul>
        {data?.map((post) => (
          <PostLine key={post.id} post={post} />
        ))}
      </ul>
    </Section>
  );
}
