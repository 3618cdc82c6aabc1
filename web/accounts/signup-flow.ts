import { useSyncExternalStore } from 'react';

/**
 * The sign-up dialog (specification, section 4). It is `closed` until `signupStarted`; from then on it is `inProgress`
 * and neither Escape nor a press beside it closes it, until `signupFlowComplete` makes it `complete`: the account is
 * there and the page is about to change. `signupClosed` and `redirectedToLogin` close it at any time.
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
  /** Where the visitor goes on as a member. */
  next: string;
}

const closed: Flow = { state: 'closed', next: '' };
let flow = closed;
const listeners = new Set<() => void>();

/** Tells the dialog what happened. */
export function noteSignup(event: SignupEvent, next = flow.next): void {
  flow = { state: nextState(flow.state, event), next };
  for (const listener of listeners) listener();
}

/** Asks a visitor to join, above the page they are on; afterwards they come back to `next`, a path of ours. */
export function startSignup(next: string): void {
  noteSignup('signupStarted', next);
}

export function useSignupFlow(): Flow {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => flow,
    () => closed,
  );
}
