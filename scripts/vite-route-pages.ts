import type { Plugin } from 'vite';

import { serverCalls } from '../contract/calls.ts';

const table = /\/(?:web\/platform\/route-table|contract\/calls)\.ts$/;

/**
 * Properties that only server and build read: page files, layouts, token addresses, and calls that no script makes. The
 * guard that admits everybody equals having none.
 */
const onServer = new RegExp(
  String.raw`\b(?:page: (?:'[^']+'|null)|layout: (?:'[^']+'|null)|hasToken: true|guard: 'anyone'|(?:${serverCalls.join('|')}): '[^']+'),?\s*`,
  'g',
);

/** Removes properties that browsers do not read from the route and call tables, which saves 0.4 KB on every page. */
export function withoutPageFiles(): Plugin {
  return {
    name: 'tealight-route-pages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (table.test(id) ? { code: code.replaceAll(onServer, ''), map: null } : null),
  };
}
