import { useQuery } from '@tanstack/react-query';

import { type VisitorSource, noSource } from '../../contract/tracking.ts';
import { visitorSourceQuery } from '../queries.ts';
import { landedSource } from './landed-source.ts';

/**
 * What stands in a rendered page for its own source until the server sends it, so that one rendering serves all links. It
 * is drawn anew by each process and never sent, so nobody can write it into a text of theirs.
 */
export const sourceGap: string = import.meta.env.SSR ? crypto.randomUUID() : '';

/** By whose link the visitor came and what they said to that, as the server sent it with the page. */
export function useVisitorSource(): VisitorSource {
  return useQuery(visitorSourceQuery).data ?? noSource;
}

/** The source that the page itself passes on, as a query; '' if there is none, or a cookie has it. */
export function useCarriedSource(): string {
  return carriedSource(useVisitorSource());
}

/** The same outside of a component. On the server it is a gap, which is filled when the page is sent. */
export function carriedSource({ isCarried }: VisitorSource): string {
  if (!isCarried) return '';
  return typeof document === 'undefined' ? sourceGap : landedSource;
}

/** A path with the source. */
export function withSource(path: string, source: string): string {
  if (source === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${source}`;
}
