import type { Plugin } from 'vite';

/**
 * Leaves the pages without the program (`program: 'never'`) out of the browser's code: those below `web/age-gate`,
 * `web/landers` and `web/region`. Browsers never render them, and their code would split shared code into more files.
 * Only style sheet imports and a loader that fetches the document remain.
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
