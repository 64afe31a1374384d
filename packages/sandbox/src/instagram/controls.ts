import { readAnybody } from '../meta/controls/person-controls.ts';
import { createQuotaControl } from '../meta/controls/post-controls.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MetaWorld } from '../meta/world.ts';
import { readChoice, readFlag, readText, refuseUnknown } from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import type { AnswerShapes } from './answer-shapes.ts';
import { type TrialReels, trialReelAnswers } from './create-container.ts';
import type { GraphVersions } from './graph-versions.ts';
import type { FileRules } from './media-rules.ts';
import type { PublishingQuota } from './publish.ts';

/** Switches that only Instagram has. */
export function createInstagramControls(deps: {
  readonly world: MetaWorld;
  readonly versions: GraphVersions;
  readonly shapes: PerPerson<AnswerShapes>;
  readonly fileRules: PerPerson<FileRules>;
  readonly quota: PerPerson<PublishingQuota>;
  readonly trialReels: PerPerson<TrialReels>;
  readonly partnershipLabel: PerPerson<boolean>;
  readonly placeless: Set<string>;
}): Simulator['controls'] {
  const { world } = deps;
  const nobody = '';
  return {
    /** The shape of an answer that has several. Fields not named keep theirs. */
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
    /**
     * `strictJpeg` refuses PNG, `strictRatio` above 4:5; `inspectVideo` false accepts any video.
     */
    'file-rules'(body) {
      refuseUnknown(body, ['username', 'strictJpeg', 'strictRatio', 'inspectVideo']);
      const username = readAnybody(world, body);
      const now = deps.fileRules.of(username ?? nobody);
      const rules: FileRules = {
        strictJpeg: body.strictJpeg === undefined ? now.strictJpeg : readFlag(body, 'strictJpeg'),
        strictRatio: body.strictRatio === undefined ? now.strictRatio : readFlag(body, 'strictRatio'),
        inspectVideo: body.inspectVideo === undefined ? now.inspectVideo : readFlag(body, 'inspectVideo'),
      };
      deps.fileRules.set(rules, username);
      return rules;
    },
    /** Posts per moving day, and how many are used already in addition to the published ones. */
    quota: createQuotaControl({ world, quota: deps.quota, fields: ['total', 'used'] }),
    /** The answer to containers of trial reels: accepted, or refused with 2207078 or 2207081. */
    'trial-reels'(body) {
      refuseUnknown(body, ['username', 'answer']);
      deps.trialReels.set(readChoice(body, 'answer', trialReelAnswers), readAnybody(world, body));
    },
    /** Accepts the label of paid partnerships, or refuses it as for creators without the right. */
    'partnership-label'(body) {
      refuseUnknown(body, ['username', 'on']);
      deps.partnershipLabel.set(readFlag(body, 'on'), readAnybody(world, body));
    },
    /** Takes the location from a Page, or gives it back: `{ id, on }`. */
    'page-location'(body) {
      refuseUnknown(body, ['id', 'on']);
      const id = readText(body, 'id');
      if (readFlag(body, 'on')) deps.placeless.delete(id);
      else deps.placeless.add(id);
    },
    /** Retires `{ version: "v25.0" }`. */
    'retire-version'(body) {
      refuseUnknown(body, ['version']);
      deps.versions.retire(readChoice(body, 'version', deps.versions.served()));
      return { served: deps.versions.served() };
    },
  };
}
