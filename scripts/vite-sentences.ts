import { readFile } from 'node:fs/promises';

import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const catalogue = /\/locales\/([a-z]+)\/[a-z]{2}\.json$/;

/** Compiles the sentences at build time: the browser gets no parser, and one small file a part and language. */
export function compiledSentences(): Plugin {
  return {
    name: 'tealight-sentences',
    enforce: 'pre',
    async load(id) {
      const part = catalogue.exec(id)?.[1];
      if (!part) return null;
      const sentences = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>;
      const entries = Object.entries(sentences).map(([key, text]) => [`${part}.${key}`, compileMessage(text)] as const);
      return { code: `export default ${JSON.stringify(Object.fromEntries(entries))};`, moduleType: 'js' };
    },
  };
}
