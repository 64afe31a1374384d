import { readNumbers } from '../meta/control-numbers.ts';
import type { PerPerson } from '../meta/per-person.ts';
import { readAnybody } from '../meta/person-controls.ts';
import type { MetaWorld } from '../meta/world.ts';
import { readPostNumbers } from '../post-numbers.ts';
import { BadControl, type JsonObject, readChoice, readFlag, readText, readWhole, refuseUnknown } from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import type { AnswerShapes } from './answer-shapes.ts';
import type { GraphVersions } from './graph-versions.ts';
import type { InstagramMedia, InstagramMediaBook } from './media.ts';
import type { FileRules } from './media-rules.ts';
import type { PublishingQuota } from './publish.ts';

/** Switches only Instagram has. */
export function createInstagramControls(deps: {
  readonly world: MetaWorld;
  readonly media: InstagramMediaBook;
  readonly versions: GraphVersions;
  readonly shapes: PerPerson<AnswerShapes>;
  readonly fileRules: PerPerson<FileRules>;
  readonly quota: PerPerson<PublishingQuota>;
}): Simulator['controls'] {
  const { world } = deps;
  const nobody = '';
  return {
    /** Which of its known shapes an answer has. Fields not named keep theirs. */
    shapes(body) {
      refuseUnknown(body, ['username', 'exchange', 'me', 'statusCode', 'likeCount']);
      const username = readAnybody(world, body);
      const now = deps.shapes.of(username ?? nobody);
      const shapes: AnswerShapes = {
        exchange: body.exchange === undefined ? now.exchange : readChoice(body, 'exchange', ['flat', 'wrapped']),
        me: body.me === undefined ? now.me : readChoice(body, 'me', ['flat', 'wrapped']),
        statusCode:
          body.statusCode === undefined ? now.statusCode : readChoice(body, 'statusCode', ['present', 'absent']),
        likeCount: body.likeCount === undefined ? now.likeCount : readChoice(body, 'likeCount', ['present', 'absent']),
      };
      deps.shapes.set(shapes, username);
      return shapes;
    },
    /** `strictJpeg` refuses PNG; `inspectVideo` false takes any file that begins like a video. */
    'file-rules'(body) {
      refuseUnknown(body, ['username', 'strictJpeg', 'inspectVideo']);
      const username = readAnybody(world, body);
      const now = deps.fileRules.of(username ?? nobody);
      const rules: FileRules = {
        strictJpeg: body.strictJpeg === undefined ? now.strictJpeg : readFlag(body, 'strictJpeg'),
        inspectVideo: body.inspectVideo === undefined ? now.inspectVideo : readFlag(body, 'inspectVideo'),
      };
      deps.fileRules.set(rules, username);
      return rules;
    },
    /** Posts per moving day, and how many are spent already besides the ones really published. */
    quota(body) {
      refuseUnknown(body, ['username', 'total', 'used']);
      const username = readAnybody(world, body);
      const now = deps.quota.of(username ?? nobody);
      const quota: PublishingQuota = {
        total: body.total === undefined ? now.total : readWhole(body, 'total', { min: 0, max: 10_000 }),
        used: body.used === undefined ? now.used : readWhole(body, 'used', { min: 0, max: 10_000 }),
      };
      deps.quota.set(quota, username);
      return quota;
    },
    /** Numbers of one post: `{ id, values: { views: 9120 } }`. */
    insights(body) {
      refuseUnknown(body, ['id', 'values']);
      const media = requireMedia(deps.media, body, 'id');
      media.insights = { ...media.insights, ...readNumbers(body) };
    },
    /** The same in the words all networks share: `{ platformPostId, views?, likes?, comments?, shares?, saves? }`. */
    metrics(body) {
      const numbers = readPostNumbers(body, ['views', 'likes', 'comments', 'shares', 'saves']);
      const { saves, ...rest } = numbers;
      const media = requireMedia(deps.media, body, 'platformPostId');
      media.insights = { ...media.insights, ...rest, ...(saves !== undefined && { saved: saves }) };
      return numbers;
    },
    /** The person deletes a post in the app: `{ platformPostId }`. Everything about it answers 100/33 from now on. */
    'delete-post'(body) {
      refuseUnknown(body, ['platformPostId']);
      deps.media.remove(requireMedia(deps.media, body, 'platformPostId').id);
    },
    /** `{ version: "v25.0" }` has had its last day. */
    'retire-version'(body) {
      refuseUnknown(body, ['version']);
      deps.versions.retire(readChoice(body, 'version', deps.versions.served()));
      return { served: deps.versions.served() };
    },
  };
}

function requireMedia(book: InstagramMediaBook, body: JsonObject, field: string): InstagramMedia {
  const media = book.find(readText(body, field));
  if (!media) throw new BadControl('no such post');
  return media;
}
