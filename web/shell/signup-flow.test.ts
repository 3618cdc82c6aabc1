import { expect, test } from 'vitest';

import { type SignupEvent, type SignupState, afterSignup, nextState } from './signup-flow.ts';

const after = (...events: SignupEvent[]): SignupState => events.reduce<SignupState>(nextState, 'closed');

test('the dialog is in progress from its start until the sign-up is complete', () => {
  expect(after('signupStarted')).toBe('inProgress');
  expect(after('signupStarted', 'signupFlowComplete')).toBe('complete');
});

test('closing the dialog or going to the login ends the sign-up at any time', () => {
  expect(after('signupStarted', 'signupClosed')).toBe('closed');
  expect(after('signupStarted', 'redirectedToLogin')).toBe('closed');
  expect(after('signupStarted', 'signupFlowComplete', 'signupClosed')).toBe('closed');
});

test('a sign-up on its own page opens no dialog', () => {
  expect(after('signupFlowComplete')).toBe('closed');
});

test('the path after a sign-up has welcome=1 in its query', () => {
  expect(afterSignup('/members')).toBe('/members?welcome=1');
  expect(afterSignup('/members?online=1&gender=male')).toBe('/members?online=1&gender=male&welcome=1');
});
