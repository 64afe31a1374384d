import type { JsonObject } from '../../read-json.ts';
import type { Processing, XMedia } from '../content.ts';
import type { XWorld } from '../world.ts';

const MAX_WAIT_SECONDS = 10;

/** The progress of the processing: 0 to 100; 100 is done. */
function progress(world: XWorld, processing: Processing): number {
  if (processing.outcome === 'never') return 50;
  if (processing.looks !== null && processing.looksLeft !== null) {
    return Math.floor(100 * (1 - processing.looksLeft / Math.max(1, processing.looks)));
  }
  if (processing.lastsMs <= 0) return 100;
  return Math.min(100, Math.floor((100 * (world.clock.now() - processing.startedAtMs)) / processing.lastsMs));
}

/** A post may use it: nothing to process, or processed successfully. */
export function isReady(world: XWorld, media: XMedia): boolean {
  if (!media.content) return false;
  const { processing } = media;
  return !processing || (progress(world, processing) >= 100 && processing.outcome === 'success');
}

/** Counts one look of a client whose media finish after a number of looks. */
export function countLook({ processing }: XMedia): void {
  if (processing?.looksLeft) processing.looksLeft--;
}

/** `processing_info` right after FINALIZE (`pending`), or as a later STATUS sees it. */
export function toProcessingInfo(world: XWorld, processing: Processing, isFirst: boolean): JsonObject {
  const percent = progress(world, processing);
  if (percent < 100) {
    const wait = { check_after_secs: checkAfterSeconds(world, processing) };
    return isFirst ? { state: 'pending', ...wait } : { state: 'in_progress', progress_percent: percent, ...wait };
  }
  if (processing.outcome === 'success') return { state: 'succeeded', progress_percent: 100 };
  // The shape of `error` comes from v1.1 and is what clients still see; the OpenAPI document does
  // not name it.
  const error = { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' };
  return { state: 'failed', progress_percent: percent, error };
}

function checkAfterSeconds(world: XWorld, processing: Processing): number {
  if (processing.looks !== null || processing.outcome === 'never') return 1;
  const leftMs = processing.startedAtMs + processing.lastsMs - world.clock.now();
  return Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(leftMs / 1_000)));
}
