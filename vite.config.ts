import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { buildTargets } from './scripts/supported-browsers.ts';
import { drawnIcons } from './scripts/vite-icons.ts';
import { guardedLoads } from './scripts/vite-guarded-loads.ts';
import { withoutPageFiles } from './scripts/vite-route-pages.ts';
import { compiledSentences } from './scripts/vite-sentences.ts';
import { withoutProgram } from './scripts/vite-without-program.ts';

/** A group's test: files by their paths. A path that does not exist fails the build; else pages would grow unnoticed. */
function filesAt(...paths: string[]): (id: string) => boolean {
  const files = new Set(paths.map((path) => realpathSync(join(import.meta.dirname, path))));
  return (id) => files.has(id);
}

/**
 * Code that many pages share, in few files, because each file is compressed by itself. A group takes the files that it
 * names and their imports, unless an earlier group has taken them, so no file of a group needs a later group.
 */
const groups = [
  // Few deployments change the packages.
  {
    name: 'base',
    test: /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[\w-]+|@lingui\/[\w-]+)\//,
  },
  // Code of every page, including those without navigation, above all the imports of `web/root.tsx`.
  {
    name: 'shell',
    test: filesAt(
      'node_modules/lucide-react/dist/esm/icons/heart.mjs',
      'web/accounts/sessions/waiting-data.ts',
      'web/accounts/sign-up/signup-mount.tsx',
      'web/installed-app/early-install.ts',
      'web/layouts/frame.tsx',
      'web/layouts/site-banners.tsx',
      'web/payments/apple-pay.ts',
      'web/platform/sentences/format.ts',
      'web/platform/pages/hydrated.ts',
      'web/platform/pages/page.ts',
      'web/platform/theme.ts',
      'web/platform/pages/use-route-name.ts',
      'web/shell/alternates.tsx',
      'web/shell/error-page.tsx',
      'web/shell/language-menu.tsx',
      'web/shell/log-in-button.tsx',
      'web/shell/signup-flow.ts',
      'web/ui/button.tsx',
      'web/ui/credit-coin.tsx',
      'web/ui/field.tsx',
      'web/ui/lazy-part.ts',
      'web/ui/load-ahead.ts',
      'web/ui/logo.tsx',
      'web/ui/round-button.tsx',
    ),
  },
  // Code of the pages of members.
  {
    name: 'navigation',
    test: filesAt(
      'contract/platform/text.ts',
      'web/layouts/banners.tsx',
      'web/layouts/navigation.tsx',
      'web/likes/new-like-mount.tsx',
      'web/live/matches.ts',
      'web/ui/empty-state.tsx',
      'web/ui/skeleton.tsx',
    ),
  },
  { name: 'footer', test: filesAt('web/layouts/footer.tsx', 'web/layouts/load-footer.ts') },
  {
    name: 'apply-to-caches',
    test: filesAt(
      'contract/chat/text-price.ts',
      'contract/credits/can-pay.ts',
      'web/cache/apply-to-caches.ts',
      'web/platform/fictional-label.tsx',
    ),
  },
  { name: 'member-card', test: filesAt('web/members/member-card.tsx') },
  { name: 'password-field', test: filesAt('web/accounts/passwords/password-field.tsx') },
  { name: 'menu', test: filesAt('web/ui/menu.tsx') },
  { name: 'photo-rules', test: filesAt('web/photos/photo-rules.ts') },
].map((group, place, all) => ({ ...group, priority: all.length - place }));

/** Only the icons' drawings are used (`web/ui/icons.ts`), so the calls that make components of them can be dropped. */
const treeshake = { manualPureFunctions: ['createLucideIcon'] };

/** Inlines every constant, such as the limits of the contract: otherwise some of them become files of 30 bytes each. */
const optimization = { inlineConst: { mode: 'all' as const, pass: 2 } };

/** Preloads a lazy part's imports, except for files that all member pages have loaded; listing them costs bytes. */
const modulePreload = {
  resolveDependencies: (_file: string, needed: string[]) =>
    needed.filter((file) => !/\/(base|shell|navigation|apply-to-caches|rolldown-runtime)-/.test(file)),
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
  ssr: { noExternal: ['sonner', 'lucide-react', /^@tanstack\//, /^@lingui\//] },
});
