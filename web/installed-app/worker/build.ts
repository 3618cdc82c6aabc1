import type { Language } from '../../../contract/platform/languages.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { keptParts } from '../kept-parts.ts';

/** Data about the pages' build, injected into the worker's build (`vite.worker.config.ts`). */
interface Build {
  version: string;
  assets: string[];
  sentences: string;
  /** The router's entries of all routes that can be opened without a connection. */
  routes: Record<string, unknown>;
}

declare const PAGES_BUILD: Build;

export const build = PAGES_BUILD;

export const shellPath = (language: string): string => `${pathTo('offline')}?lang=${language}`;

export const sentencesPath = (part: (typeof keptParts)[number], language: string): string =>
  `${build.sentences}/${part}.${language}.json`;

export const sentencePaths = (language: Language): string[] => keptParts.map((part) => sentencesPath(part, language));
