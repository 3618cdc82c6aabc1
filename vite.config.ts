import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { buildTargets } from './scripts/supported-browsers.ts';
import { drawnIcons } from './scripts/vite-icons.ts';
import { guardedLoads } from './scripts/vite-guarded-loads.ts';
import { withoutPageFiles } from './scripts/vite-route-pages.ts';
import { compiledSentences } from './scripts/vite-sentences.ts';
import { withoutProgram } from './scripts/vite-without-program.ts';

/**
 * What many pages share, in few files, as each file is compressed by itself. A group takes what it names and whatever
 * that imports, unless a group before it has taken it: so no file of a group needs one of a later group.
 */
const groups = [
  // Few deployments change the packages.
  {
    name: 'base',
    test: /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[\w-]+|@lingui\/[\w-]+)\//,
    priority: 4,
  },
  // Of every page, also of those without navigation: above all what `web/root.tsx` imports.
  {
    name: 'shell',
    test: /\/web\/(page|format|app\/early-install|payments\/apple-pay|chat\/member-storage|shell\/(alternates|error-page|frame|hydrated|language-menu|log-in-button|site-banners|theme|use-has-program)|ui\/(button|credit-coin|field|input|lazy-part|logo|round-button))\.tsx?$|\/lucide-react\/.*\/heart\.mjs$/,
    priority: 3,
  },
  {
    name: 'navigation',
    test: /\/web\/(likes\/new-like-mount|shell\/(banners|bottom-tabs|top-navigation))\.tsx$/,
    priority: 2,
  },
  { name: 'footer', test: /\/web\/shell\/footer\.tsx$/, priority: 1 },
];

/** Of the icons only the drawings are used (`web/ui/icons.ts`): what makes components of them can go. */
const treeshake = { manualPureFunctions: ['createLucideIcon'] };

/** What a lazy part needs is loaded with it, but for what every page of a member has loaded long before:
 * naming that costs each page. */
const modulePreload = {
  resolveDependencies: (_file: string, needed: string[]) =>
    needed.filter((file) => !/\/(base|shell|navigation|apply-to-caches|text|text-price|rolldown-runtime)-/.test(file)),
};

/** The router's build without its development warnings, which its package does not choose by itself. */
const production = { 'react-router/dom': 'dom-export.mjs', 'react-router': 'index.mjs' };

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    withoutProgram(),
    compiledSentences(),
    guardedLoads(),
    drawnIcons(),
    withoutPageFiles(),
    tailwindcss(),
    reactRouter(),
  ],
  resolve: {
    alias: Object.entries(production).map(([name, file]) => ({
      find: new RegExp(`^${name}$`),
      replacement: new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url).pathname,
    })),
  },
  build: { target: buildTargets, sourcemap: false, assetsInlineLimit: 0, modulePreload },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } }, treeshake } } } },
  // In one piece they are read in a tenth of the time that their many files take.
  ssr: { noExternal: ['sonner', 'radix-ui', 'lucide-react', /^@tanstack\//, /^@lingui\//] },
});
