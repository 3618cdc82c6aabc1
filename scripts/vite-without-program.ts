import type { Plugin } from 'vite';

/**
 * Pages without the program (`program: 'never'` in `web/platform/page.ts`) are all below `web/age-gate`, `web/landers`
 * and `web/region`. Browsers never render them, so their code is removed from the client build; otherwise code shared
 * with other pages would be split into more files. Only each page's own style sheet imports remain, and a loader that
 * fetches the document if the router is ever asked for the page.
 */
export function withoutProgram(): Plugin {
  return {
    name: 'tealight-without-program',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/(?:age-gate|landers|region)\/(?:.*\/)?[\w-]+-page\.tsx(?:\?|$)/ },
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
