import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { compiledSentences } from './scripts/vite-sentences.ts';

export default defineConfig({
  publicDir: 'web/public',
  plugins: [compiledSentences(), tailwindcss(), reactRouter()],
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
  ssr: { noExternal: ['sonner', 'radix-ui', 'lucide-react'] },
});
