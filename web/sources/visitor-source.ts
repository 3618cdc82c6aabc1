import { useQuery } from '@tanstack/react-query';

import { type VisitorSource, noSource, sourceGap } from '../../contract/tracking.ts';
import { visitorSourceQuery } from '../queries.ts';
import { landedSource } from './landed-source.ts';

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
