import { beforeUpload, judgeUploadHead, judgeUploadStart, UPLOAD_HEADERS, UPLOAD_REFUSALS } from '@fanfare/rules';
import type { HttpAnswer } from '../http/http-answer.ts';
import { type HttpRequest, headerOf } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import { forgetEnded } from './hosted-files.ts';

/** Takes bytes of a file: whole with `PUT`, or in parts as tus clients send them. */
export async function takeUpload(state: MockState, request: HttpRequest, token: string): Promise<HttpAnswer> {
  try {
    const { headers, ...answer } = await take(state, request, token);
    return { ...answer, headers: { ...UPLOAD_HEADERS, ...headers } };
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    throw new RequestRefusal({ ...error.refusal, headers: { ...UPLOAD_HEADERS, ...error.refusal.headers } });
  }
}

async function take(state: MockState, request: HttpRequest, token: string): Promise<HttpAnswer> {
  const { method } = request;
  const header = (name: string) => headerOf(request, name);
  const { answer } = orRefuse(beforeUpload({ method, header }));
  if (answer) return { ...answer, body: null };
  forgetEnded(state);
  const media = [...state.world.media.values()].find(
    ({ upload }) => upload?.token === token && upload.expiresAtMs > state.clock.now(),
  );
  if (!media) throw new RequestRefusal(UPLOAD_REFUSALS.unknown);
  if (method === 'HEAD') {
    const headers = { 'upload-offset': String(media.received.length), 'upload-length': String(media.bytes) };
    return { status: 200, headers, body: null };
  }
  const sent = new Uint8Array((await request.readBody?.()) ?? new ArrayBuffer(0));
  const { offset } = orRefuse(judgeUploadHead(media, { method, header, length: sent.length }));
  const { start } = orRefuse(judgeUploadStart(media, media.received.length, offset));
  const all = new Uint8Array(start + sent.length);
  all.set(media.received.subarray(0, start));
  all.set(sent, start);
  media.received = all;
  return { status: 204, headers: { 'upload-offset': String(all.length) }, body: null };
}
