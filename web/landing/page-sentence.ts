import type { SentenceId } from '../../locales/parts.ts';

export type PageSentence = Extract<SentenceId, `pages.${string}`>;

/** A heading and its paragraphs; a nested array is a list. */
export interface StaticSection {
  heading: PageSentence;
  blocks: readonly (PageSentence | readonly PageSentence[])[];
}

/** Anchor of a heading: the last word of its key. */
export function toAnchor(heading: PageSentence): string {
  return heading.slice(heading.lastIndexOf('.') + 1);
}
