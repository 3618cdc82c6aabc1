import type { Plugin } from 'vite';

const table = /\/web\/route-table\.ts$/;

/**
 * What only the server and the build read: files of pages, layouts, which addresses hold a token; and the guard that
 * admits everybody, as none does too.
 */
const onServer = /\b(?:page: (?:'[^']+'|null)|layout: (?:'[^']+'|null)|hasToken: true|guard: 'anyone'),?\s*/g;

/** Leaves out of the route table of browsers what nothing reads there: 0.4 KB for every page. */
export function withoutPageFiles(): Plugin {
  return {
    name: 'tealight-route-pages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (table.test(id) ? { code: code.replaceAll(onServer, ''), map: null } : null),
  };
}
