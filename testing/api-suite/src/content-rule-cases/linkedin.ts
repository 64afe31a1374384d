import type { ContentRuleCase } from './content-rule-case.ts';
import { caption, document, image, video, withImage } from './parts.ts';

/** Rules of LinkedIn. */
export const LINKEDIN_CASES: readonly ContentRuleCase[] = [
  {
    rule: 'linkedin.documents.max_count',
    breaks: { mediaItems: [document(), document({ title: 'Another' })] },
    keeps: { mediaItems: [document({ title: 'a'.repeat(400) })] },
    path: 'mediaItems',
    limit: 1,
    actual: 2,
  },
  { rule: 'linkedin.content.empty', breaks: { content: '' }, keeps: { mediaItems: [image()] }, path: 'content' },
  {
    rule: 'linkedin.text.max_length',
    breaks: { content: 'a'.repeat(3001) },
    keeps: { content: 'a'.repeat(3000) },
    path: 'content',
    limit: 3000,
    actual: 3001,
  },
  {
    rule: 'linkedin.videos.max_count',
    breaks: { mediaItems: [video(), video()] },
    keeps: { mediaItems: [video()] },
    path: 'mediaItems',
    limit: 1,
    actual: 2,
  },
  {
    rule: 'linkedin.media.mixed',
    breaks: { mediaItems: [video(), image()] },
    keeps: { mediaItems: Array.from({ length: 10 }, () => image()) },
    path: 'mediaItems',
  },
  {
    rule: 'linkedin.poll.exclusive',
    breaks: { ...withImage('a'), poll: { question: 'Ready?', options: ['Yes', 'No'] } },
    keeps: { content: 'a', poll: { question: 'Ready?', options: ['Yes', 'No'] } },
    path: 'poll',
  },
  {
    rule: 'linkedin.poll.invalid',
    breaks: { content: 'a', poll: { options: ['Yes', 'No'] } },
    keeps: { content: 'a', poll: { question: 'Ready?', options: ['Yes', 'N'.repeat(30)], durationMinutes: 4_320 } },
    path: 'poll.question',
  },
  {
    rule: 'linkedin.thumb_offset.unsupported',
    breaks: { mediaItems: [video({ thumbOffsetMs: 0 })] },
    keeps: { mediaItems: [video({ coverUrl: 'https://cdn.example.com/cover.jpg' })] },
    path: 'mediaItems[0].thumbOffsetMs',
  },
  {
    rule: 'linkedin.ai_generated.unsupported',
    breaks: { content: 'Made.', aiGenerated: true },
    keeps: { content: 'Made.', aiGenerated: false },
    path: 'aiGenerated',
  },
  {
    rule: 'linkedin.first_comment.blank',
    breaks: { content: 'a', firstComment: ' \n\u3000' },
    keeps: { content: 'a', firstComment: ' \na' },
    path: 'firstComment',
  },
  {
    rule: 'linkedin.first_comment.max_length',
    breaks: { content: 'a', firstComment: 'a'.repeat(1251) },
    keeps: { content: 'a', firstComment: 'a'.repeat(1250) },
    path: 'firstComment',
    limit: 1250,
    actual: 1251,
  },
  {
    rule: 'linkedin.link.invalid',
    breaks: { content: 'a', link: 'always' as never },
    keeps: { content: 'a', link: 'auto' },
    path: 'link',
  },
  {
    rule: 'linkedin.captions.invalid',
    breaks: { content: 'a', mediaItems: [video()], captions: [caption('en'), caption('de')] },
    keeps: { content: 'a', mediaItems: [video()], captions: [caption('en')] },
    path: 'captions',
  },
  {
    rule: 'linkedin.quote_post_id.exclusive',
    breaks: { ...withImage('a'), quotePostId: 'urn:li:share:7141' },
    keeps: { content: 'a', quotePostId: 'urn:li:share:7141' },
    path: 'quotePostId',
  },
  {
    rule: 'linkedin.quote_post_id.invalid',
    breaks: { content: 'a', quotePostId: 'urn:li:activity:7141' },
    keeps: { content: 'a', quotePostId: 'urn:li:ugcPost:7141' },
    path: 'quotePostId',
  },
  {
    rule: 'linkedin.visibility.invalid',
    breaks: { content: 'a', linkedin: { visibility: 'friends' as never } },
    keeps: { content: 'a', linkedin: { visibility: 'connections' } },
    path: 'linkedin.visibility',
  },
];
