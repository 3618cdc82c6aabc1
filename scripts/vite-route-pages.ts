import type { Plugin } from 'vite';

import { serverCalls } from '../contract/calls.ts';

const table = /\/(?:web\/route-table|contract\/calls)\.ts$/;

/**
 * What only the server and the build read: files of pages, layouts, which addresses hold a token, calls that no script
 * makes; and the guard that admits everybody, as none does too.
 */
const onServer = new RegExp(
  String.raw`\b(?:page: (?:'[^']+'|null)|layout: (?:'[^']+'|null)|hasToken: true|guard: 'anyone'|(?:${serverCalls.join('|')}): '[^']+'),?\s*`,
  'g',
);

/** Leaves out of the tables of routes and calls what nothing reads in browsers: 0.4 KB for every page. */
export function withoutPageFiles(): Plugin {
  return {
    name: 'tealight-route-pages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (table.test(id) ? { code: code.replaceAll(onServer, ''), map: null } : null),
  };
}
