import { useMatches } from 'react-router';

import type { PageHandle } from '../page.ts';

/** Whether the program is loaded with the page, at once or later: without it nothing reacts but links and forms. */
export function useHasProgram(): boolean {
  return useMatches().every(({ handle }) => (handle as PageHandle | undefined)?.program !== 'never');
}
