import { readChoice, readFlag, readWhole, refuseUnknown } from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import { profileViews } from '../people.ts';
import type { ProcessingRule } from '../settings.ts';
import type { World } from '../world.ts';

type Body = Readonly<Record<string, unknown>>;

const mediaKinds = ['image', 'video', 'document'] as const;
const YEAR_MS = 366 * 86_400_000;
const MANY = 1_000_000;

/** Controls of files and their uploads. */
export function createMediaControls(world: World): Simulator['controls'] {
  return {
    /**
     * `{ looks? | ms?, outcome?, kind?, username? }`: the processing of files; else the default.
     */
    processing: (body) => {
      refuseUnknown(body, ['looks', 'ms', 'outcome', 'kind', 'username']);
      const kinds = body.kind === undefined ? mediaKinds : [readChoice(body, 'kind', mediaKinds)];
      const owner = body.username === undefined ? '*' : readProfileName(world, body);
      const rule = readProcessing(body);
      for (const kind of kinds) {
        if (rule) world.settings.processing.set(`${owner}|${kind}`, rule);
        else world.settings.processing.delete(`${owner}|${kind}`);
      }
    },
    /** `{ lifeMs }`: the lifetime of new upload addresses. */
    'upload-urls': (body) => {
      refuseUnknown(body, ['lifeMs']);
      const lifeMs = readWhole(body, 'lifeMs', { min: 0, max: YEAR_MS });
      Object.assign(world.settings, { imageUrlLifeMs: lifeMs, videoUrlLifeMs: lifeMs });
    },
    /** `{ wrong?, quoted? }`: the next parts of videos get a wrong etag; etags are quoted. */
    etags: (body) => {
      refuseUnknown(body, ['wrong', 'quoted']);
      if (body.wrong !== undefined) world.settings.wrongEtags = readWhole(body, 'wrong', { min: 0, max: MANY });
      if (body.quoted !== undefined) world.settings.quotedEtags = readFlag(body, 'quoted');
    },
  };
}

function readProcessing(body: Body): ProcessingRule | null {
  if (body.looks === undefined && body.ms === undefined && body.outcome === undefined) return null;
  const outcomes = ['available', 'error', 'stuck'] as const;
  return {
    ms: body.ms === undefined ? 0 : readWhole(body, 'ms', { min: 0, max: YEAR_MS }),
    looks: body.looks === undefined ? null : readWhole(body, 'looks', { min: 0, max: MANY }),
    outcome: body.outcome === undefined ? 'available' : readChoice(body, 'outcome', outcomes),
  };
}

function readProfileName(world: World, body: Body): string {
  return readChoice(
    body,
    'username',
    profileViews(world).map(({ username }) => username),
  );
}
