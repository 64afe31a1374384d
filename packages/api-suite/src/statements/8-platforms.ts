import { expect } from 'vitest';
import { NETWORKS } from '../implementation.ts';
import { ANY } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '8';

export const platformStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /platforms tells the limits of each network, from the rules that posts are held against',
    async run(api) {
      const project = await api.project();
      const { status, body } = await project.call('GET', '/platforms');
      const flag = expect.any(Boolean);
      const max = expect.any(Number);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          platforms: NETWORKS.map((platform) => ({
            platform,
            configured: true,
            text: { max, countedAs: ANY.text, textOnly: flag },
            media: { max, maxImages: max, maxVideos: max, mixed: flag, optional: flag },
            supports: {
              firstComment: flag,
              repost: flag,
              aiGenerated: flag,
              altText: flag,
              coverUrl: flag,
              thumbOffsetMs: flag,
              spaces: false,
            },
            firstComment: platform === 'x' ? null : { max },
            rules: expect.any(Array),
          })),
        },
      });
      const { platforms } = body as { platforms: { text: object; supports: object; rules: { name: string }[] }[] };
      expect(platforms.map(({ text }) => text)).toEqual([
        { max: 2200, countedAs: 'utf16', textOnly: false },
        { max: 500, countedAs: 'threads', textOnly: true },
        { max: 280, countedAs: 'weighted', textOnly: true },
        { max: 3000, countedAs: 'utf16', textOnly: true },
      ]);
      expect(platforms.map(({ supports }) => ('repost' in supports ? supports.repost : null))).toEqual([
        false,
        false,
        true,
        false,
      ]);
      for (const [at, { rules }] of platforms.entries()) {
        const platform = NETWORKS[at];
        for (const rule of rules) {
          expect(rule).toEqual({
            name: expect.stringMatching(
              new RegExp(`^(?:${platform}\\.[a-z_]+\\.[a-z_]+|media\\.url\\.private|targets\\.duplicate)$`),
            ),
            summary: ANY.sentence,
          });
        }
      }
    },
  },
];
