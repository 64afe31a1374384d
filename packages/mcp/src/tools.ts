import type { Tool } from './tool.ts';
import { checkSetupTool, connectAccount, uploadMedia } from './tools/preparing.ts';
import { cancelPost, publishingTools, retryFailedTool } from './tools/publishing.ts';
import { checkPostTool, getMetrics, getPost, listAccounts, listPosts, platformRules } from './tools/reading.ts';

/** All tools in the order in which clients see them, which prompt caches rely on. */
export function allTools(of: { readonly paths: boolean }): readonly Tool[] {
  const { publishPost, schedulePost, saveDraftTool } = publishingTools(of);
  return [
    listAccounts,
    platformRules,
    checkPostTool,
    publishPost,
    schedulePost,
    cancelPost,
    getPost,
    listPosts,
    retryFailedTool,
    getMetrics,
    uploadMedia(of),
    saveDraftTool,
    connectAccount,
    checkSetupTool,
  ] as readonly Tool[];
}
