import { expect, it } from 'vitest';
import { renderPostPage } from '../src/post/post-page.ts';
import type { CommentView, MediaView, PostView } from '../src/post/post-view.ts';
import { renderProfilePage } from '../src/post/profile-page.ts';
import { renderStoryPage } from '../src/post/story-page.ts';

const createdAt = '2026-03-01T10:00:00.000Z';
const nowMs = Date.parse(createdAt);
const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
const file = (name: string, more: Partial<MediaView> = {}): MediaView => ({
  type: 'image',
  url: `http://127.0.0.1:4600/__sandbox/blobs/${name}`,
  coverUrl: null,
  altText: null,
  thumbOffsetMs: null,
  ...more,
});
const aPost = (more: Partial<PostView> = {}): PostView => ({
  network: 'x',
  id: '1',
  url: 'http://127.0.0.1:4600/x/web/ada/status/1',
  author: { id: '7', username: 'ada', name: 'Ada Park' },
  text: 'Hello',
  media: [],
  aiGenerated: false,
  createdAt,
  comments: [],
  repostedBy: [],
  ...more,
});
const words = (page: string) =>
  page
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<title>.*<\/title>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const reply = (id: string, author: string, text: string, answers?: string): CommentView => ({
  ...{ id, author, text, createdAt },
  ...(answers !== undefined && { answers }),
});

it.each<[string, Partial<PostView>, string[]]>([
  [
    'a poll with the time left',
    { poll: { options: ['Yes', 'No'], endsAt: inHours(3) } },
    ['Yes No 0 votes · 3 h left'],
  ],
  [
    'a poll that is over',
    { poll: { question: 'So?', options: ['Yes', 'No'], endsAt: createdAt } },
    ['So? Yes 0 % No 0 % 0 votes · Final results'],
  ],
  ['whose post it is too, and where', { coauthors: ['cleo'], location: 'Pier 7' }, ['Ada Park and @cleo Place Pier 7']],
  [
    'a partnership',
    { sponsors: ['@ben'], audience: 'Connections only' },
    ['Paid partnership with @ben Connections only'],
  ],
  ['a ghost post with its rest', { format: 'ghost', expiresAt: inHours(23) }, ['Ghost post, 23 h left']],
  [
    'a document and its pages',
    { media: [file('1', { type: 'document', title: 'Menu', pages: 3 })] },
    ['Document · 3 pages'],
  ],
  ['a cover', { cover: 'Spoiler', media: [file('1')] }, ['Spoiler Show']],
  [
    'a quote',
    { quote: { url: 'http://a/b', author: aPost().author, text: 'Once', createdAt } },
    ['@ada · 1 Mar 2026, 10:00 Once'],
  ],
  ['subtitles', { media: [file('1', { type: 'video', captions: [{ language: 'EN', name: 'English' }] })] }, ['CC EN']],
  ['the time of a comment', { comments: [reply('2', 'ben', 'Nice')] }, ['@ben 1 Mar 2026, 10:00 Nice']],
])('shows %s', (_, more, texts) => {
  const shown = words(renderPostPage(aPost(more), { nowMs }));
  for (const text of texts) expect(shown).toContain(text);
});

it('shows a tag where it was set, inside the picture', () => {
  const tags = [
    { username: 'ben', x: 0.5, y: 1 },
    { username: 'cleo', x: null, y: null },
  ];
  const page = renderPostPage(aPost({ media: [file('1', { tags })] }), { nowMs });
  expect(page).toContain('<span class="tag" style="left:50%;top:86%">@ben</span>');
  expect(page).toContain('Tagged: @cleo<');
});

it('covers spoilers of a text, and styles an attached one', () => {
  const page = renderPostPage(
    aPost({
      pieces: [
        { kind: 'text', text: 'It was ' },
        { kind: 'spoiler', text: 'Ada' },
      ],
      attachedText: { pieces: [{ text: 'Long', styles: ['bold', 'highlight'] }], link: null },
    }),
    { nowMs },
  );
  expect(page).toContain(
    'It was <label class="spoiler"><input type="checkbox" aria-label="Show the spoiler"><span>Ada</span>',
  );
  expect(page).toContain('<span class="bold highlight">Long</span>');
});

it('shows the posts of a chain below each other, apart from what others answer', () => {
  const chain = ['Two', 'Three', 'Four'].map((text, at) =>
    reply(String(at + 2), 'ada', text, at === 0 ? undefined : String(at + 1)),
  );
  const post = aPost({ comments: [reply('9', 'ben', 'Nice'), ...chain] });
  expect(words(renderPostPage(post, { nowMs }))).toMatch(/2\/4 .* Two 3\/4 .* Three 4\/4 .* Four .*@ben .* Nice/);
  const person = { id: '7', username: 'ada', name: 'Ada Park', kind: 'person' };
  const profile = words(renderProfilePage({ network: 'x', person, posts: [post], nowMs }));
  expect(profile).toContain('1 more in this thread');
  expect(profile).not.toContain('Four');
});

it('folds a long text in lists, and shows it whole on its own page', () => {
  const text = `${'word '.repeat(60)}end`;
  const person = { id: '7', username: 'ada', name: 'Ada Park', kind: 'person' };
  const fold = /<details class="text fold"><summary>(word ){56}<span class="more">… Show more<\/span>/;
  expect(renderProfilePage({ network: 'x', person, posts: [aPost({ text })], nowMs })).toMatch(fold);
  expect(renderPostPage(aPost({ text }), { nowMs })).toContain(`<div class="text">${text}</div>`);
});

it('shows stories as rings and one by one, until a day is over', () => {
  const story = (id: string, at: number): PostView =>
    aPost({
      network: 'instagram',
      id,
      url: `http://a/${id}`,
      format: 'story',
      media: [file(id)],
      expiresAt: inHours(at),
    });
  const posts = [story('2', 24), story('1', 1)];
  const person = { id: '7', username: 'ada', name: 'Ada Park', kind: 'business' };
  const rings = (hours: number) =>
    renderProfilePage({ network: 'instagram', person, posts, nowMs: nowMs + hours * 3_600_000 }).match(/class="ring"/g);
  expect([rings(0)?.length, rings(2)?.length, rings(24)]).toEqual([2, 1, null]);
  const page = renderStoryPage(posts[1]!, { nowMs, profilePath: '/ada', stories: posts.toReversed() });
  expect(page).toContain('<i class="seen"></i><i class=""></i>');
  expect(page).toContain('<a class="step after" href="/2" aria-label="Next story">');
  expect(page).not.toContain('class="step before"');
});
