import { expect, it } from 'vitest';
import { openCaptions } from '../src/open-captions.ts';
import { factsOf, openSource, serveFile, useSources } from './open-source.ts';

useSources();

const CUE = '1\r\n00:00:00,000 --> 00:00:02,500\r\nHello\r\nthere';

async function open(file: Buffer) {
  const { port } = await serveFile(file);
  const captions = [{ url: `http://127.0.0.1:${port}/en.srt`, language: 'en' }];
  return openCaptions(openSource(), { captions, index: 0, accept: ['text/srt'] });
}

it.each([
  ['one cue', CUE],
  ['a mark of byte order, three empty lines and no last line end', `\ufeff${CUE}\r\n\r\n\r\n\r\n${CUE}`],
])('takes SRT with %s', async (_, text) => {
  expect((await open(Buffer.from(text))).contentType).toBe('text/srt');
});

const REMEDY = 'Save the subtitles as SRT in UTF-8, and check them in a player.';

it.each([
  [
    'a cue without times',
    Buffer.from(`${CUE}\n\nGoodbye\n`),
    'captions[0] has a cue without number or times: "Goodbye". Nothing was published.',
    REMEDY,
  ],
  [
    'a letter in another coding',
    Buffer.concat([Buffer.from(CUE), Buffer.of(0xe4)]),
    'captions[0] is not UTF-8. Nothing was published.',
    REMEDY,
  ],
  [
    'WebVTT where only SRT is taken',
    Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.500\nHello'),
    'captions[0] is not a file of a type that can be published here (text/srt).',
    'Use a file of one of these types. The bytes count, not the name or the declared type.',
  ],
  [
    'more than 1 MiB',
    Buffer.from(CUE.padEnd(1_048_577)),
    'captions[0] is larger than 1,048,576 bytes.',
    'Use a smaller file.',
  ],
])('refuses %s', async (_, file, message, remedy) => {
  expect(await factsOf(open(file))).toMatchObject({ code: 'media_rejected', outcome: 'not_sent', message, remedy });
});
