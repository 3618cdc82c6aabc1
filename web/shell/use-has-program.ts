import { useMatches } from 'react-router';

import type { PageHandle } from '../platform/page.ts';

/** True if the page loads the app's code, at once or later: without it, only links and forms work. */
export function useHasProgram(): boolean {
  return useMatches().every(({ handle }) => (handle as PageHandle | undefined)?.program !== 'never');
}
