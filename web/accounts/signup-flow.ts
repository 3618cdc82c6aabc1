import { useSyncExternalStore } from 'react';

/**
 * States of the sign-up dialog (specification, section 4). `signupStarted` leads from `closed` to `inProgress`, in
 * which neither Escape nor a click outside closes the dialog. `signupFlowComplete` leads to `complete`: the account
 * exists and the page is about to change. `signupClosed` and `redirectedToLogin` close the dialog at any time.
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

const closed: Flow = { state: 'closed', next: '' };
let flow = closed;
const listeners = new Set<() => void>();

/** Sends an event to the dialog. */
export function sendSignupEvent(event: SignupEvent, next = flow.next): void {
  flow = { state: nextState(flow.state, event), next };
  for (const listener of listeners) listener();
}

/** Opens the sign-up dialog. After the sign-up the member continues to `next`, a path of this site. */
export function startSignup(next: string): void {
  sendSignupEvent('signupStarted', next);
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
