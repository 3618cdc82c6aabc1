import { type DehydratedState, QueryClientProvider, hydrate } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import type { Language } from '../contract/platform/languages.ts';
import type { Part } from '../locales/parts.ts';
import { browserQueries, shellParts } from './platform/pages/page.ts';
import { createQueries } from './platform/calls/queries.ts';
import { loadSentences } from './platform/sentences/sentences.tsx';
import { guardChunkLoads } from './platform/pages/chunk-guard.ts';

const root = document.documentElement;
const queries = browserQueries ?? createQueries();

function readState(): DehydratedState | undefined {
  const text = document.getElementById('query-state')?.textContent;
  return text ? (JSON.parse(text) as DehydratedState) : undefined;
}

guardChunkLoads();
const state = readState();
if (state) hydrate(queries, state);
// Hydration renders the page again, so its sentences must be loaded first.
await loadSentences(root.lang as Language, [
  ...shellParts,
  ...((root.dataset['parts'] ?? '').split(' ').filter(Boolean) as Part[]),
]);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <QueryClientProvider client={queries}>
        <HydratedRouter />
      </QueryClientProvider>
    </StrictMode>,
  );
});
