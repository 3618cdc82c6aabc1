import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { guardedLoads } from './scripts/vite-guarded-loads.ts';
import { compiledSentences } from './scripts/vite-sentences.ts';

/** What every living page needs, in two files: one of packages, which few deployments change, and one of our own. */
const groups = [
  {
    name: 'base',
    test: /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[\w-]+|@lingui\/[\w-]+)\//,
    priority: 2,
  },
  { name: 'shell', test: /\/(web|contract|lucide-react)\//, minShareCount: 13, priority: 1 },
];

/** Of the icons only the drawings are used (`web/ui/icons.ts`): what makes components of them can go. */
const treeshake = { manualPureFunctions: ['createLucideIcon'] };

/** The router's build without its development warnings, which its package does not choose by itself. */
const production = { 'react-router/dom': 'dom-export.mjs', 'react-router': 'index.mjs' };

export default defineConfig({
  publicDir: 'web/public',
  plugins: [compiledSentences(), guardedLoads(), tailwindcss(), reactRouter()],
  resolve: {
    alias: Object.entries(production).map(([name, file]) => ({
      find: new RegExp(`^${name}$`),
      replacement: new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url).pathname,
    })),
  },
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } }, treeshake } } } },
  // In one piece they are read in a tenth of the time that their many files take.
  ssr: { noExternal: ['sonner', 'radix-ui', 'lucide-react', /^@tanstack\//, /^@lingui\//] },
});
