import { expect, it } from 'vitest';

import { findUndescribed } from './support/described-responses.ts';

const json = { 'content-type': 'application/json' };

// The client of `createTestApp` checks every response in every test.
it('a response is compared with the OpenAPI document', () => {
  const ok = { status: 200, headers: json, body: { ok: true } };
  expect(findUndescribed('addLike', { ...ok, status: 201 })).toContain('returns 201');
  expect(findUndescribed('activateAccount', ok)).toBeUndefined();
  expect(findUndescribed('activateAccount', { ...ok, body: { ok: 1 } })).toContain('otherwise than described');
  expect(findUndescribed('activateAccount', { ...ok, body: null })).toContain('otherwise than described');
  expect(findUndescribed('getAutoLike', { status: 204, headers: {}, body: null })).toBeUndefined();
  expect(findUndescribed('getAutoLike', { status: 204, headers: {}, body: {} })).toContain('with a body');

  const failure = { status: 405, headers: json, body: { error: 'request.method', message: 'Not here.' } };
  expect(findUndescribed('addLike', failure)).toBe('addLike returns without Allow');
  expect(findUndescribed('addLike', { ...failure, headers: { allow: 'GET' } })).toBeUndefined();
  const another = { ...failure, status: 404, body: { error: 'receipt.not-found', message: 'No.' } };
  expect(findUndescribed('addLike', another)).toContain('receipt.not-found');
});
