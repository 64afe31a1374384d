import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderLittleText } from '../src/linkedin/posts/little-text.ts';
import { at, type Linkedin, startLinkedin, urn } from './linkedin-session.ts';

const RESERVED = [...'\\|{}@[]()<>#*_~'];

describe('a commentary', () => {
  it('has 15 reserved characters, each shown when escaped', () => {
    expect(RESERVED).toHaveLength(15);
    for (const character of RESERVED) expect(renderLittleText(`a \\${character} b`).text).toBe(`a ${character} b`);
  });

  it.each(RESERVED)('is cut at a bare %s', (character) => {
    expect(renderLittleText(`kept \\(this\\) ${character} lost`)).toMatchObject({
      text: 'kept (this) ',
      kept: 'kept \\(this\\) ',
    });
  });

  it.each([
    [
      'nothing special: 100% – “so”, it’s 5 & 6 = 11; a/b? yes! ☕',
      'nothing special: 100% – “so”, it’s 5 & 6 = 11; a/b? yes! ☕',
    ],
    ['', ''],
    ['two\n\nlines', 'two\n\nlines'],
    ['(all of it', ''],
    ['a back\\slash', 'a back'],
    ['a back\\\\slash', 'a back\\slash'],
    ['\\\\(', '\\'],
    ['ends with \\', 'ends with '],
    ['#coffee and #käse', '#coffee and #käse'],
    ['{hashtag|\\#|coffee} now', '#coffee now'],
    ['{hashtag|#|slow\\_bar}', '#slow_bar'],
    ['{hashtag|＃|coffee}', '#coffee'],
    ['{hashtag|\\#|slow_bar}', ''],
    ['{hashtag|\\#|coffee (fresh)}', ''],
    ['{hashtag|\\#|}', ''],
    ['{mention|\\@|ada}', ''],
    ['{hashtag|\\#|coffee', ''],
    ['C# and # alone', 'C'],
    ['#slow_bar', '#slow'],
    ['thanks @[Harbour Coffee](urn:li:organization:90314427)!', 'thanks Harbour Coffee!'],
    ['@[Ada \\(owner\\)](urn:li:person:k3Vb8RqTzP)', 'Ada (owner)'],
    ['@[Nobody](https://example.com)', ''],
    ['mail ada@example.com', 'mail ada'],
    ['see [this](https://example.com)', 'see '],
    ['https://example.com/a_b', 'https://example.com/a'],
    ['\\#escaped \\@both', '#escaped @both'],
  ])('%j shows as %j', (commentary, text) => {
    expect(renderLittleText(commentary).text).toBe(text);
  });

  it.each([
    ['plain \\#1', [{ kind: 'text', text: 'plain #1' }]],
    ['\\#coffee', [{ kind: 'text', text: '#coffee' }]],
    ['#coffee', [{ kind: 'hashtag', text: '#coffee' }]],
    ['{hashtag|\\#|coffee}', [{ kind: 'hashtag', text: '#coffee' }]],
    ['{hashtag|\\#|slow\\_bar}', [{ kind: 'hashtag', text: '#slow_bar' }]],
    [
      'Fresh {hashtag|\\#|käse} by @[Harbour](urn:li:organization:1), not @[Mill](urn:li:organization:1) \\#ham (lost)',
      [
        { kind: 'text', text: 'Fresh ' },
        { kind: 'hashtag', text: '#käse' },
        { kind: 'text', text: ' by ' },
        { kind: 'mention', text: 'Harbour' },
        { kind: 'text', text: ', not Mill #ham ' },
      ],
    ],
    ['', []],
  ])('%j consists of %j', (commentary, pieces) => {
    const nameOf = (found: string) => (found === 'urn:li:organization:1' ? 'Harbour' : undefined);
    expect(renderLittleText(commentary, nameOf).pieces).toEqual(pieces);
  });

  it('is counted whole, without its escapes, however little of it is kept', () => {
    expect(renderLittleText('ab \\(cd\\) (ef)').unescapedLength).toBe(12);
  });
});

describe('a post', () => {
  let li: Linkedin;
  beforeAll(async () => {
    li = await startLinkedin();
  });
  afterAll(() => li.sandbox.close());

  it('stores what was sent besides what readers see', async () => {
    const token = await li.connect('ada');
    const commentary = 'Open \\(really\\) until 5 (Friday too)';
    const answer = await li.post(token, { commentary });
    expect(answer.status).toBe(201);
    const id = answer.headers.get('x-restli-id') ?? '';
    expect(await li.control('inspect', { urn: id })).toEqual({
      urn: id,
      activityUrn: expect.stringMatching(/^urn:li:activity:\d{19}$/),
      author: 'urn:li:person:k3Vb8RqTzP',
      commentary,
      text: 'Open (really) until 5 ',
      content: null,
    });
    expect(at((await li.posts())[0], 'text')).toBe('Open (really) until 5 ');
    const { text } = await li.call(`${li.www}/feed/update/${id}`);
    expect(text).toContain('Open (really) until 5');
    expect(text).not.toContain('Friday');
  });

  it('is refused instead of cut when a control sets that', async () => {
    const token = await li.connect('ada');
    await li.control('malformed-text', { answer: 'refuse' });
    const refused = await li.post(token, { commentary: 'Open (really)' });
    expect([refused.status, refused.body]).toEqual([
      400,
      { status: 400, code: 'INVALID_VALUE_FOR_FIELD', message: "commentary can't be set to Open (really)" },
    ]);
    expect((await li.post(token, { commentary: 'Open \\(really\\)' })).status).toBe(201);
    await li.control('malformed-text', { answer: 'cut' });
  });

  it('shows hashtags and mentions in bold on its page, escaped ones and mentions by another name plain', async () => {
    const token = await li.connect('ada');
    const commentary =
      '{hashtag|\\#|fresh} beans by @[Harbour Coffee](urn:li:organization:90314427) and @[Ben](urn:li:person:Yw5nH0cJxE), \\#1 in town';
    const answer = await li.post(token, { commentary });
    const page = await li.call(`${li.www}/feed/update/${answer.headers.get('x-restli-id')}`);
    expect(page.text).toContain(
      '<div class="text"><b class="hashtag">#fresh</b> beans by <b class="mention">Harbour Coffee</b> and Ben, #1 in town</div>',
    );
    expect(at((await li.posts())[0], 'pieces')).toEqual([
      { kind: 'hashtag', text: '#fresh' },
      { kind: 'text', text: ' beans by ' },
      { kind: 'mention', text: 'Harbour Coffee' },
      { kind: 'text', text: ' and Ben, #1 in town' },
    ]);
    const escaped = await li.post(token, { commentary: '\\#fresh beans' });
    const plain = await li.call(`${li.www}/feed/update/${escaped.headers.get('x-restli-id')}`);
    expect(plain.text).toContain('<div class="text">#fresh beans</div>');
    expect(at((await li.posts())[0], 'pieces')).toBeUndefined();
  });

  it('returns to the page API only what was kept', async () => {
    const token = await li.connect('ada');
    const page = 'urn:li:organization:90314427';
    const answer = await li.post(token, { author: page, commentary: 'Kept \\#1 (lost)' });
    const { body } = await li.rest(token, 'GET', `/rest/posts/${urn(answer.headers.get('x-restli-id') ?? '')}`);
    expect(at(body, 'commentary')).toBe('Kept \\#1 ');
  });
});
