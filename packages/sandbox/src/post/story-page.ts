import { avatar } from '../avatar.ts';
import { html } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { renderShell } from '../page-shell.ts';
import { postMedia } from './post-media.ts';
import type { PostView } from './post-view.ts';
import { timeLeft } from './shown-time.ts';

/** A story as readers see it: alone on the screen, among the others of the person. */
export function renderStoryPage(
  story: PostView,
  page: { readonly nowMs: number; readonly profilePath: string; readonly stories: readonly PostView[] },
): string {
  const { author, sponsors } = story;
  const at = page.stories.findIndex(({ id }) => id === story.id);
  const [before, after] = [page.stories[at - 1], page.stories[at + 1]];
  return renderShell({
    title: `Story of ${author.name}`,
    styles: ['base', 'media', 'media-kinds', 'story'],
    body: html`<body class="story-page">
<main>
<div class="story-frame">
  ${postMedia(story)}
  <div class="story-top">
    <div class="bars" aria-hidden="true">${page.stories.map((_, index) => html`<i class="${index <= at ? 'seen' : ''}"></i>`)}</div>
    <p>${avatar(author.name, author.username)}<a href="${page.profilePath}"><b>${author.username}</b></a>
      <span>${timeLeft(story.expiresAt ?? story.createdAt, page.nowMs) ?? '0 min'} left</span></p>
    ${sponsors !== undefined && html`<p class="label">Paid partnership</p>`}
    ${story.aiGenerated && html`<p class="label">✦ Made with AI</p>`}
  </div>
  ${before !== undefined && html`<a class="step before" href="${ownPath(before.url)}" aria-label="Previous story">‹</a>`}
  ${after !== undefined && html`<a class="step after" href="${ownPath(after.url)}" aria-label="Next story">›</a>`}
</div>
<p class="back"><a href="/">← All posts of the sandbox</a></p>
</main>
</body>`,
  });
}
