import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REQUEST_ERROR_CODES, REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as sdk from '../src/index.ts';
import { errorAnswer } from './answers.ts';
import { rejection, useClient } from './use-client.ts';

const stage = useClient();
const { FanfareApiError, FanfareConnectionError, FanfareError, FanfareTimeoutError, UnexpectedAnswerError } = sdk;
const never = { maxRetries: 0 };

const nameOf = (code: string): string => {
  const name = code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  return name.endsWith('Error') ? name : `${name}Error`;
};

/** A class by its name, as users import it. */
const classOf = (code: string): typeof FanfareApiError => Reflect.get(sdk, nameOf(code));

test.each(REQUEST_ERROR_CODES)('%s is an error of its class and of no other', async (code) => {
  const { status } = REQUEST_ERRORS[code];
  const details = [{ path: 'content', message: 'Too long.' }];
  stage.server.script(errorAnswer(status, code, { details }));
  const error = await rejection(stage.fanfare.usage.get(never));
  expect(REQUEST_ERROR_CODES.filter((other) => error instanceof classOf(other))).toEqual([code]);
  expect(error).toBeInstanceOf(FanfareApiError);
  expect(error).toBeInstanceOf(FanfareError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: nameOf(code),
    message: `${status} ${code}: So it is.`,
    status,
    code,
    requestId: 'req_1',
    details,
    docUrl: `https://fanfare.example.com/docs/errors#${code}`,
    retryAfterMs: null,
    body: { error: { code, message: 'So it is.', requestId: 'req_1', details } },
  });
});

test('a code of a newer server is a FanfareApiError with that code', async () => {
  stage.server.script({ ...errorAnswer(409, 'brand_new'), headers: { 'Retry-After': '3', 'X-Other': 'a' } });
  const error = await rejection(stage.fanfare.usage.get());
  expect(Object.getPrototypeOf(error)).toBe(FanfareApiError.prototype);
  expect(error).toMatchObject({
    name: 'FanfareApiError',
    status: 409,
    code: 'brand_new',
    details: [],
    retryAfterMs: 3000,
  });
  expect((error as sdk.FanfareApiError).headers.get('x-other')).toBe('a');
});

test('codes that are names of every object are no classes', async () => {
  for (const code of ['constructor', 'toString', '__proto__']) {
    stage.server.script({ status: 400, text: `{"error":{"code":"${code}","message":"m"}}` });
    expect(await rejection(stage.fanfare.usage.get())).toMatchObject({ name: 'FanfareApiError', code });
  }
});

describe('an answer that is not Fanfare’s', () => {
  test.each([
    ['a page of a proxy', 502, '<html>\n  Bad Gateway', '"<html> Bad Gateway", which is not the JSON of Fanfare'],
    ['nothing at all', 404, '', '"", which is not the JSON of Fanfare'],
    ['other JSON', 400, '{"message":"no"}', '"{"message":"no"}", which is not the JSON of Fanfare'],
    ['null', 400, 'null', '"null", which is not the JSON of Fanfare'],
    ['success that is no JSON', 200, '{"plan":', '"{"plan":", which is not the JSON of Fanfare'],
  ])('%s', async (_, status, text, what) => {
    stage.server.script({ status, text });
    const error = await rejection(stage.fanfare.usage.get(never));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({
      status,
      code: 'unexpected_answer',
      message: `${status} unexpected_answer: The answer is ${what}. Check \`baseUrl\`.`,
    });
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, with or without a body', async (status) => {
    const headers = { Location: `${stage.server.baseUrl}/elsewhere` };
    stage.server.script({ status, headers, text: '' }, { status, headers, text: '<a>' });
    for (const call of [stage.fanfare.usage.get(), stage.fanfare.accounts.connect({ platform: 'x' })]) {
      expect(await rejection(call)).toMatchObject({
        status,
        message: `${status} unexpected_answer: The answer is a redirect to ${headers.Location}, not followed because it would receive the API key. Check \`baseUrl\`.`,
      });
    }
    expect(stage.server.requests).toHaveLength(2);
  });

  test('as browsers hide redirects', async () => {
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    });
    const error = await rejection(stage.client({ fetch: async () => hidden }).usage.get());
    expect(String(error)).toContain('a redirect to elsewhere, not followed');
  });
});

test('another copy of the SDK knows the errors of this one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-sdk-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(new URL('../src', import.meta.url), folder, { recursive: true });
  const other: typeof sdk = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
  expect(other.FanfareError).not.toBe(FanfareError);
  stage.server.script(errorAnswer(404, 'not_found'));
  const error = await rejection(stage.fanfare.posts.get('post_1'));
  expect([error instanceof other.NotFoundError, error instanceof other.FanfareApiError]).toEqual([true, true]);
  expect([error instanceof other.FanfareError, error instanceof other.UnauthorizedError]).toEqual([true, false]);
  const late = new FanfareTimeoutError('late');
  expect([late instanceof other.FanfareConnectionError, late instanceof other.FanfareApiError]).toEqual([true, false]);
});

test('instanceof is false for values that are not our errors', () => {
  for (const value of [null, undefined, 'a', 1, {}, new Error('a'), new TypeError('a')]) {
    expect(value instanceof FanfareError).toBe(false);
  }
});

test('a subclass of your own is distinguished from its base', () => {
  class Mine extends FanfareConnectionError {}
  expect([new Mine('a') instanceof Mine, new FanfareConnectionError('a') instanceof Mine]).toEqual([true, false]);
  expect(new Mine('a') instanceof FanfareConnectionError).toBe(true);
});

test('every class carries its meaning for people', () => {
  const codes: RequestErrorCode[] = [...REQUEST_ERROR_CODES];
  expect(codes.map((code) => classOf(code).kind)).toEqual(codes.map(nameOf));
});
