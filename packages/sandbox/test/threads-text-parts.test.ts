import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  type MetaSession,
  permissionMissing,
  startMeta,
} from './meta-session.ts';
import { tooManyLinks } from './threads-errors.ts';

let threads: MetaSession;
let token: string;
beforeAll(async () => {
  threads = await startMeta('threads');
});
afterAll(() => threads.close());
beforeEach(async () => {
  await threads.reset();
  token = await threads.tokenOf('ada');
});

const create = (more: Fields) => threads.post(token, '/me/threads', { media_type: 'TEXT', text: 'Hi', ...more });
async function published(more: Fields): Promise<string> {
  const creation_id = idOf(await create(more));
  return idOf(await threads.post(token, '/me/threads_publish', { creation_id }));
}
const read = async (id: string, fields: string) => (await threads.get(token, `/${id}`, { fields })).body;
const shown = async (name: string) => field((await threads.posts())[0], name);
const refusalOf = async (more: Fields) => {
  const { status, body } = await create(more);
  return [status, body];
};

const LONG = '👍 Grüße und mehr';
const attachment = (more: object = {}) => ({ text_attachment: JSON.stringify({ plaintext: LONG, ...more }) });
const styled = (...parts: object[]) => attachment({ text_with_styling_info: parts });
const bold = (offset: unknown, length: unknown) => ({ offset, length, styling_info: ['bold'] });

describe('a text attachment', () => {
  it('shows its text, link and styled parts, which are counted in bytes', async () => {
    const link_attachment_url = 'https://a.example';
    const text_with_styling_info = [
      { offset: 5, length: 7, styling_info: ['bold', 'italic'] },
      { offset: 17, length: 4, styling_info: ['highlight'] },
    ];
    const id = await published(attachment({ link_attachment_url, text_with_styling_info }));
    expect(await read(id, 'text_attachment')).toEqual({
      id,
      text_attachment: { plaintext: LONG, link_attachment_url, text_with_styling_info },
    });
    expect(await shown('attachedText')).toEqual({
      pieces: [
        { text: '👍 ', styles: [] },
        { text: 'Grüße', styles: ['bold', 'italic'] },
        { text: ' und ', styles: [] },
        { text: 'mehr', styles: ['highlight'] },
      ],
      link: 'https://a.example',
    });
  });

  const ranges = 'text_with_styling_info must have ranges of the plaintext that do not overlap, and known styles';
  it.each<[string, Fields, string]>([
    ['that is no object', { text_attachment: '"Long"' }, 'Param text_attachment must be a valid JSON object'],
    ['without a text', { text_attachment: '{}' }, 'Param text_attachment must have a plaintext'],
    [
      'of 10,001 characters',
      { text_attachment: JSON.stringify({ plaintext: 'a'.repeat(10_001) }) },
      'The plaintext of text_attachment must be at most 10000 characters long.',
    ],
    ['with a field of another API', attachment({ link: 'a' }), 'Param text_attachment has an unknown key link'],
    ['with ranges that overlap', styled(bold(0, 5), bold(4, 3)), ranges],
    ['with a range beyond its end', styled(bold(17, 5)), ranges],
    ['with half a character', styled(bold(5, 3)), ranges],
    ['with an unknown style', styled({ offset: 0, length: 4, styling_info: ['big'] }), ranges],
    ['with a style by its name alone', styled({ offset: 0, length: 4, styling_info: 'bold' }), ranges],
    [
      'beside a poll',
      { ...attachment(), poll_attachment: '{"option_a":"Yes","option_b":"No"}' },
      'Param text_attachment is not supported with poll_attachment',
    ],
    [
      'with a link beside a link attachment',
      { ...attachment({ link_attachment_url: 'https://a.example' }), link_attachment: 'https://b.example' },
      'Param link_attachment is not supported with a link in text_attachment',
    ],
    [
      'beside media',
      { ...attachment(), media_type: 'IMAGE', image_url: 'https://a.example/a.png' },
      'Param text_attachment is only supported for TEXT',
    ],
  ])('%s is refused', async (_, more, message) => {
    expect(await refusalOf(more)).toEqual([400, invalidParameter(message)]);
  });

  it('has a link that counts as one of five, unless it is in the text', async () => {
    const text = [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`).join(' ');
    const withLink = (link_attachment_url: string) => ({ text, ...attachment({ link_attachment_url }) });
    expect((await create(withLink('https://a.example/5'))).status).toBe(200);
    expect(await refusalOf(withLink('https://a.example/6'))).toEqual([400, tooManyLinks]);
  });
});

describe('a text spoiler', () => {
  const hidden = (...entities: object[]) => ({ text: '👍 Ada did it', text_entities: JSON.stringify(entities) });

  it('hides a part that is counted in UTF-16, also with numbers as texts', async () => {
    const id = await published(hidden({ entity_type: 'SPOILER', offset: '3', length: '3' }));
    expect(await read(id, 'text_entities')).toEqual({
      id,
      text_entities: [{ entity_type: 'SPOILER', offset: 3, length: 3 }],
    });
    expect(await shown('pieces')).toEqual([
      { kind: 'text', text: '👍 ' },
      { kind: 'spoiler', text: 'Ada' },
      { kind: 'text', text: ' did it' },
    ]);
  });

  const within = 'Each entity of text_entities must be a SPOILER with an offset and a length within the text';
  it.each<[string, Fields, string]>([
    ['beyond the text', hidden({ entity_type: 'SPOILER', offset: 3, length: 11 }), within],
    ['of no length', hidden({ entity_type: 'SPOILER', offset: 3, length: 0 }), within],
    ['of another kind', hidden({ entity_type: 'BOLD', offset: 3, length: 3 }), within],
    ['that is no list', { text_entities: '{}' }, 'Param text_entities must be a valid JSON array'],
    [
      'of eleven',
      hidden(...Array(11).fill({ entity_type: 'SPOILER', offset: 3, length: 1 })),
      'Param text_entities must have at most 10 entities',
    ],
  ])('%s is refused', async (_, more, message) => {
    expect(await refusalOf(more)).toEqual([400, invalidParameter(message)]);
  });

  it('is the only thing that a ghost post has', async () => {
    const ghost = { ...hidden({ entity_type: 'spoiler', offset: 0, length: 2 }), is_ghost_post: 'true' };
    expect((await create(ghost)).status).toBe(200);
  });
});

describe('a post for some countries', () => {
  it('names them, where the account is eligible', async () => {
    const id = await published({ allowlisted_country_codes: 'DE,AT' });
    expect(await read(id, 'allowlisted_country_codes')).toEqual({ id, allowlisted_country_codes: ['DE', 'AT'] });
    expect(await shown('audience')).toBe('Shown in DE, AT only');
    await threads.control('geo-gating', { username: 'ada', on: false });
    const me = await threads.get(token, '/me', { fields: 'is_eligible_for_geo_gating' });
    expect(field(me.body, 'is_eligible_for_geo_gating')).toBe(false);
    const unavailable = graphError({ message: 'THREADS_API__FEATURE_NOT_AVAILABLE', code: 100 });
    expect(await refusalOf({ allowlisted_country_codes: 'DE' })).toEqual([400, unavailable]);
  });

  it.each(['de', 'GER', 'DE,XX'])('is refused for %s', async (allowlisted_country_codes) => {
    const invalid = graphError({ message: 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES', code: 100 });
    expect(await refusalOf({ allowlisted_country_codes })).toEqual([400, invalid]);
  });
});

it.each(['location_id', 'crossreshare_to_ig'])('%s needs a permission that no account is asked for', async (name) => {
  const narrow = await threads.tokenOf('ada', ['threads_basic', 'threads_content_publish']);
  const { status, body } = await threads.post(narrow, '/me/threads', { media_type: 'TEXT', text: 'Hi', [name]: '1' });
  expect([status, body]).toEqual([400, permissionMissing]);
});
