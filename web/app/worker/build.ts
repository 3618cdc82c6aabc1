import type { Language } from '../../../contract/languages.ts';
import { pathTo } from '../../route-table.ts';
import { keptParts } from '../kept-parts.ts';

/** What the worker's build knows of that of the pages (`vite.worker.config.ts`). */
interface Build {
  /** A hash of all files below. */
  version: string;
  /** Scripts, styles and fonts. */
  assets: string[];
  /** Folder of the compiled sentences. */
  sentences: string;
  /** The router's entries of all routes that can be opened without a connection. */
  routes: Record<string, unknown>;
}

declare const PAGES_BUILD: Build;

export const build = PAGES_BUILD;

/** Address of the page that opens without a connection, in a language. */
export const shellPath = (language: string): string => `${pathTo('offline')}?lang=${language}`;

/** The compiled sentences that the pages need which can be opened without a connection. */
export const sentencePaths = (language: Language): string[] =>
  keptParts.map((part) => `${build.sentences}/${part}.${language}.json`);
