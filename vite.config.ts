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
 * Code that many pages share, in few files, because each file is compressed by itself. A group takes the files that it
 * names and their imports, unless an earlier group has taken them, so no file of a group needs a later group.
 */
const groups = [
  // Few deployments change the packages.
  {
    name: 'base',
    test: /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[\w-]+|@lingui\/[\w-]+)\//,
    priority: 4,
  },
  // Code of every page, including those without navigation, above all the imports of `web/root.tsx`.
  {
    name: 'shell',
    test: /\/web\/(accounts\/sessions\/waiting-data|installed-app\/early-install|layouts\/(frame|site-banners)|payments\/apple-pay|platform\/(format|hydrated|page|theme|use-route-name)|shell\/(alternates|error-page|language-menu|log-in-button|signup-flow)|ui\/(button|credit-coin|field|lazy-part|logo|round-button))\.tsx?$|\/lucide-react\/.*\/heart\.mjs$/,
    priority: 3,
  },
  {
    name: 'navigation',
    test: /\/web\/(likes\/new-like-mount|layouts\/(banners|navigation))\.tsx$/,
    priority: 2,
  },
  { name: 'footer', test: /\/web\/layouts\/footer\.tsx$/, priority: 1 },
];

/** Only the icons' drawings are used (`web/ui/icons.ts`), so the calls that make components of them can be dropped. */
const treeshake = { manualPureFunctions: ['createLucideIcon'] };

/** Inlines every constant, such as the limits of the contract: otherwise some of them become files of 30 bytes each. */
const optimization = { inlineConst: { mode: 'all' as const, pass: 2 } };

/** Preloads a lazy part's imports, except for files that all member pages have loaded; listing them costs bytes. */
const modulePreload = {
  resolveDependencies: (_file: string, needed: string[]) =>
    needed.filter((file) => !/\/(base|shell|navigation|apply-to-caches|text|text-price|rolldown-runtime)-/.test(file)),
};

/** The router's build without development warnings, which its package does not choose by itself. */
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
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } }, treeshake, optimization } } },
  },
  // Bundled, these are read in a tenth of the time that their many files take.
  ssr: { noExternal: ['sonner', 'radix-ui', 'lucide-react', /^@tanstack\//, /^@lingui\//] },
});
