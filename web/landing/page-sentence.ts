import type { SentenceId } from '../../locales/parts.ts';

/** A sentence of the static pages. */
export type PageSentence = Extract<SentenceId, `pages.${string}`>;

/** A heading with what stands under it: paragraphs, and lists where sentences stand in brackets. */
export interface StaticSection {
  heading: PageSentence;
  blocks: readonly (PageSentence | readonly PageSentence[])[];
}

/** What a link within the page leads to: the last word of the heading's key. */
export function anchorOf(heading: PageSentence): string {
  return heading.slice(heading.lastIndexOf('.') + 1);
}
