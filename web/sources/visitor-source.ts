import { useQuery } from '@tanstack/react-query';

import { type VisitorSource, noSource } from '../../contract/sources/tracking.ts';
import { visitorSourceQuery } from '../platform/queries.ts';
import { landedSource } from '../platform/landed-source.ts';

/**
 * Placeholder for the source in a rendered page until the server sends it, so that one rendering serves all links. It
 * is random in each process and never sent, so nobody can put it into a text of their own.
 */
export const sourceGap: string = import.meta.env.SSR ? crypto.randomUUID() : '';

/** The partner's link by which the visitor came, and the visitor's choice, as the server sent them with the page. */
export function useVisitorSource(): VisitorSource {
  return useQuery(visitorSourceQuery).data ?? noSource;
}

/** The source that the page itself passes on, as a query string; '' if there is none, or a cookie has it. */
export function useCarriedSource(): string {
  return carriedSource(useVisitorSource());
}

/** The same outside of a component. On the server it is a placeholder, which is replaced when the page is sent. */
export function carriedSource({ isCarried }: VisitorSource): string {
  if (!isCarried) return '';
  return typeof document === 'undefined' ? sourceGap : landedSource;
}

/** Adds the source to a path. */
export function withSource(path: string, source: string): string {
  if (source === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${source}`;
}
