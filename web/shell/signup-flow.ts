import { withNext } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { createStore } from '../platform/store.ts';

/**
 * Specification, section 4. In `inProgress`, neither Escape nor a click outside closes the dialog. In `complete`, the
 * account exists and the page is about to change. `signupClosed` and `redirectedToLogin` close it at any time.
 */
export type SignupState = 'closed' | 'inProgress' | 'complete';
export type SignupEvent = 'signupStarted' | 'signupFlowComplete' | 'signupClosed' | 'redirectedToLogin';

export function nextState(state: SignupState, event: SignupEvent): SignupState {
  if (event === 'signupStarted') return 'inProgress';
  if (event === 'signupFlowComplete') return state === 'inProgress' ? 'complete' : state;
  return 'closed';
}

interface Flow {
  state: SignupState;
  next: string;
}

const flow = createStore<Flow>({ state: 'closed', next: '' });

export function sendSignupEvent(event: SignupEvent, next = flow.read().next): void {
  flow.set({ state: nextState(flow.read().state, event), next });
}

/** Opens the sign-up dialog. After the sign-up the member continues to `next`, a path of this site. */
export function startSignup(next: string): void {
  sendSignupEvent('signupStarted', next);
}

export function useSignupFlow(): Flow {
  return flow.useValue((all) => all);
}

/**
 * Returns the path of the sign-up. `next`, a path of this site, is where the new member continues; '' means the search.
 */
export function signupPath(next: string): string {
  return withNext(pathTo('signup'), next);
}

/** Marks a member's first view: it announces the credits (`start-credits.tsx` of accounts) and asks for nothing yet. */
export function afterSignup(path: string): string {
  const [before, query] = path.split('?', 2);
  const marked = new URLSearchParams(query);
  marked.set('welcome', '1');
  return `${before}?${marked}`;
}
