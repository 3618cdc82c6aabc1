import type { Plugin } from 'vite';

/**
 * Pages without the program (`program: 'never'` in `web/page.ts`) are all below `web/entry`, `web/landers` and `web/region`. The browser never renders
 * them, so their code leaves its build: what it shares with other pages would be split into more files for these. What is
 * left are the style sheets that a page itself imports, and loading the document, should the router ever be asked for it.
 */
export function withoutProgram(): Plugin {
  return {
    name: 'tealight-without-program',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/(?:entry|landers|region)\/(?:.*\/)?[\w-]+-page\.tsx(?:\?|$)/ },
      handler: (code) => ({ code: (code.match(styleImports) ?? []).join('\n') + loadsDocument, map: null }),
    },
  };
}

const styleImports = /^import '.*\.css';$/gm;

const loadsDocument = `
export const handle = {};
export function clientLoader({ request }) {
  location.assign(request.url);
  return new Promise(() => {});
}
export default function Page() {
  return null;
}
`;
