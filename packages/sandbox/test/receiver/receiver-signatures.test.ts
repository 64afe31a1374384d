import { expect, it } from 'vitest';
import { otherSecret, published, sign, startReceiver } from './receiver-session.ts';

const { control, deliver, receiver } = await startReceiver();
const { id, body, signature, secret } = published;

const last = async () => (await receiver()).deliveries.at(-1)?.signature;

it('checks no signature without a secret, and checks what has come once it has one', async () => {
  await deliver(body, { id, signature });
  await deliver(body, { id, signature: sign(otherSecret, id, body) });
  await deliver(body);
  const states = async () => (await receiver()).deliveries.map(({ signature: state }) => state);
  expect(await states()).toEqual(['unchecked', 'unchecked', 'missing']);
  expect(await control('/receivers/app/secrets', { secrets: [secret] })).toEqual({ status: 200, body: { secrets: 1 } });
  expect(await states()).toEqual(['valid', 'wrong', 'missing']);
});

it.each([
  ['the example that the standard’s libraries publish', { body, signature }, 'valid'],
  ['a body changed by one byte', { body: body.replace('4}', '5}'), signature }, 'wrong'],
  ['the same JSON written differently', { body: '{"test":2432232314}', signature }, 'wrong'],
  ['a foreign secret', { body, signature: sign(otherSecret, id, body) }, 'wrong'],
  ['another event id', { body, signature: sign(secret, 'msg_other', body) }, 'wrong'],
  ['a signature of another kind alone', { body, signature: signature.replace('v1,', 'v1a,') }, 'wrong'],
  ['two signatures of which one fits', { body, signature: `v1,AAAA ${signature}` }, 'valid'],
  ['five minutes ago', { body, ...at(-300) }, 'valid'],
  ['a second more than five minutes ago', { body, ...at(-301) }, 'expired'],
  ['five minutes ahead', { body, ...at(300) }, 'valid'],
  ['a second more than five minutes ahead', { body, ...at(301) }, 'expired'],
])('%s', async (_, given, expected) => {
  await deliver(given.body, { id, ...given });
  expect(await last()).toBe(expected);
});

it('takes both secrets of a rotation, and either alone no longer once it is removed', async () => {
  await control('/receivers/app/secrets', { secrets: [otherSecret, secret] });
  await deliver(body, { id, signature });
  expect(await last()).toBe('valid');
  await deliver(body, { id, signature: sign(otherSecret, id, body) });
  expect(await last()).toBe('valid');
  await control('/receivers/app/secrets', { secrets: [otherSecret] });
  await deliver(body, { id, signature });
  expect(await last()).toBe('wrong');
});

it('goes by real time, however far the sandbox has moved its own', async () => {
  await control('/receivers/app/secrets', { secrets: [secret] });
  await control('/clock', { advanceMs: 7_200_000 });
  await deliver(body, { id, signature });
  expect((await receiver()).deliveries.at(-1)).toMatchObject({
    signature: 'valid',
    receivedAt: new Date(published.seconds * 1_000).toISOString(),
  });
});

it.each([
  [{ secrets: ['whsec_'] }],
  [{ secrets: [secret.slice('whsec_'.length)] }],
  [{ secrets: ['whsec_not base64 but long enough for a key'] }],
  [{ secrets: secret }],
  [{ secrets: [secret], more: 1 }],
])('refuses %j as secrets, and does not repeat them', async (given) => {
  const { status, body: refusal } = await control('/receivers/app/secrets', given);
  expect(status).toBe(400);
  expect(JSON.stringify(refusal)).not.toContain(secret.slice(10));
});

function at(seconds: number): { seconds: number; signature: string } {
  const moment = published.seconds + seconds;
  return { seconds: moment, signature: sign(secret, id, body, moment) };
}
