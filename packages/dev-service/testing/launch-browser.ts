import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Starts a Chromium without a window; whoever asks closes it. */
export const launchBrowser = async (): Promise<Browser> => chromium.launch(await findChromium());
