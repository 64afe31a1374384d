import { describe, expect, it, test } from 'vitest';
import { decideRotation, judgeWebhookUrl, WEBHOOK_REFUSALS } from '../src/index.ts';

const refusal = WEBHOOK_REFUSALS.urlNotAllowed();

describe('events are sent to public https addresses', () => {
  it.each([
    'https://app.example.com/hooks?customer=17',
    'https://app.example.com:8443/hooks',
    'https://93.184.215.14/',
    'https://[2606:2800:21f::1]/',
  ])('%s', (url) => {
    expect(judgeWebhookUrl(url, () => false)).toEqual({ ok: true });
  });

  it.each([
    'http://app.example.com/hooks',
    'https://localhost/hooks',
    'https://intranet/hooks',
    'https://app.internal/hooks',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://10.0.0.5/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://app.example.com:22/',
    'https://app.example.com:6379/',
  ])('not %s', (url) => {
    expect(judgeWebhookUrl(url, () => false)).toEqual(refusal);
  });
});

test('and to hosts that the operator allows, also over http', () => {
  const isHostAllowed = ({ host }: URL) => host === '127.0.0.1:4000';
  expect(judgeWebhookUrl('http://127.0.0.1:4000/hooks', isHostAllowed)).toEqual({ ok: true });
  expect(judgeWebhookUrl('http://127.0.0.1:4001/hooks', isHostAllowed)).toEqual(refusal);
});

const now = new Date('2026-11-20T10:00:00.000Z');
const inAnHour = new Date('2026-11-20T11:00:00.000Z');
const rotate = (previousSecretUntil: Date | null, overlapSeconds: number) =>
  decideRotation({ previousSecretUntil, overlapSeconds, now });

describe('a rotation', () => {
  it.each([
    ['no previous secret', null],
    ['a previous secret that no longer signs', new Date('2026-11-20T09:59:59.999Z')],
    ['a previous secret that ends right now', now],
  ])('keeps the old secret for the overlap: %s', (_, previous) => {
    expect(rotate(previous, 3600)).toEqual({ ok: true, previousSecretUntil: inAnHour });
  });

  it('is refused while a previous secret signs', () => {
    expect(rotate(inAnHour, 3600)).toEqual({
      ok: false,
      refusal: {
        code: 'rotation_in_progress',
        message:
          'The previous secret signs until 2026-11-20T11:00:00.000Z. Wait until then, or send overlapSeconds 0 to end the old secrets at once.',
      },
    });
  });

  it('without an overlap ends every old secret at any time', () => {
    expect(rotate(inAnHour, 0)).toEqual({ ok: true, previousSecretUntil: null });
    expect(rotate(null, 0)).toEqual({ ok: true, previousSecretUntil: null });
  });
});
