import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { handlers } from '../../modules.ts';
import { minuteMs } from '../clock.ts';
import { type DispatchRequest, createDispatch, createPageDispatch } from './dispatch.ts';
import { Failure, refuse, refuseFields } from '../failure.ts';

const test = useTestApp();
afterEach(() => vi.restoreAllMocks());

/** Makes a request as an entry point passes it on. */
function makeRequest(client?: TestClient): DispatchRequest {
  const cookies = Object.fromEntries(client?.cookies ?? []);
  const place = { host: 'localhost', ip: '192.0.2.1', origin: 'http://localhost', geoipCountry: null } as const;
  return {
    ...place,
    visit: { tracking: undefined },
    client: 'web',
    cookies,
    acceptedLanguages: 'en',
    trace: '4bf92f3577b34da6a3ce929d0e0e4736',
    setCookie: () => undefined,
  };
}

const signUp = (more: object) => ({
  email: `${randomUUID()}@example.org`,
  password: 'a quiet evening by the sea',
  name: `Member ${randomUUID().slice(0, 8)}`,
  date_of_birth: '1990-05-17',
  gender: 'female',
  country: 'NL',
  accept_terms: true,
  consent_sensitive: false,
  ...more,
});

describe('the dispatcher', () => {
  it('limits calls by address before it reads a session, and by member after it', async () => {
    const member = await quickMember(test);
    const readSession = vi.spyOn(test.context, 'readSession');
    const enforceAddress = vi.spyOn(test.context.rateLimits, 'enforceAddress');
    const enforceCall = vi.spyOn(test.context.rateLimits, 'enforceCall');
    expect((await member.call('listChats')).status).toBe(200);
    expect(enforceAddress.mock.calls).toEqual([['address', '127.0.0.1']]);
    expect(enforceCall.mock.calls).toEqual([['read', '127.0.0.1', member.id]]);
    const order = [enforceAddress, readSession, enforceCall].map((spy) => spy.mock.invocationCallOrder[0]);
    expect(order).toEqual(order.toSorted((one, other) => Number(one) - Number(other)));
    readSession.mockClear();
    enforceAddress.mockRejectedValueOnce(new Failure('request.too-many', { retry_after: 1 }));
    const refused = await member.call('listChats');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(readSession).not.toHaveBeenCalled();
  });

  it('refuses a call without a session before it validates the input', async () => {
    const handler = vi.spyOn(handlers, 'sendMessage');
    const answer = await test.app.dispatch('sendMessage', { nonsense: 1 }, makeRequest());
    expect(answer).toMatchObject({
      ok: false,
      status: 403,
      body: { error: 'session.missing', authentication_required: true },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('passes only fields of the contract to a handler', async () => {
    const handler = vi.spyOn(handlers, 'updateUser').mockRejectedValue(new Error('stop here'));
    const member = await quickMember(test);
    const body = JSON.parse('{"language":"fi","credits":9,"__proto__":{"admin":true},"constructor":{}}') as object;
    await test.app.dispatch('updateUser', body, makeRequest(member));
    expect(handler.mock.calls[0]?.[0]).toEqual({ language: 'fi' });
  });

  it.each([
    ['missing', 'addLike', {}, { profile: 'field.missing' }],
    ['wrong', 'updateUser', { language: 'xx' }, { language: 'field.invalid' }],
    ['of another type', 'updateUser', { language: ['en'] }, { language: 'field.invalid' }],
  ] as const)('names the field that is %s', async (_what, name, input, fields) => {
    const member = await quickMember(test);
    const answer = await test.app.dispatch(name, input, makeRequest(member));
    expect(answer).toMatchObject({ status: 422, body: { error: 'input.invalid', fields } });
  });

  it.each([
    ['a text', { name: 'a\0b' }, 'name'],
    ['a text with half a character', { name: 'a\uD800' }, 'name'],
    ['a text inside an object', { tracking: { ref: 'a\0b' } }, 'tracking'],
    ['half a character inside an object', { tracking: { sub1: '\uDC00' } }, 'tracking'],
  ])('refuses %s that the database could not return unchanged (INP-11)', async (_what, more, field) => {
    const answer = await test.app.dispatch('signUp', signUp(more), makeRequest());
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: 'field.invalid' } } });
  });

  it('accepts every valid character, including those of two code units', async () => {
    const answer = await test.app.dispatch('signUp', signUp({ tracking: { ref: '👩‍👧 \u2028 \u202E' } }), makeRequest());
    expect(answer.status).toBe(200);
  });

  it('answers a refusal with its code, its values and the sentence of its first field', async () => {
    vi.spyOn(handlers, 'signUp').mockImplementation(async () => refuse('signup.invite-only', { max: 25 }));
    const refused = await test.app.dispatch('signUp', signUp({}), makeRequest());
    expect(refused).toMatchObject({ ok: false, status: 403, body: { error: 'signup.invite-only', max: 25 } });
    vi.spyOn(handlers, 'signUp').mockImplementation(async () => {
      refuseFields({ name: 'name.taken', town: undefined });
      throw new Error('not reached');
    });
    const { body } = await test.app.dispatch('signUp', signUp({}), makeRequest());
    expect(body).toMatchObject({ error: 'input.invalid', fields: { name: 'name.taken' } });
    expect((body as { message: string }).message).toBe(test.context.sentences.in('en')('errors.name.taken'));
  });

  it.each([
    ['', 'sql', { constraint: 'member_emails_pkey' }],
    [' of a shard', 'sql', { constraint: 'member_emails_pkey_102040' }],
    [
      ' of a shard that only the message names',
      'duplicate key value violates unique constraint "member_emails_pkey_102040"',
      { code: '23505' },
    ],
  ])('answers a violated constraint%s with its error code', async (_whose, message, fields) => {
    vi.spyOn(handlers, 'signUp').mockRejectedValue(Object.assign(new Error(message), fields));
    expect(await test.app.dispatch('signUp', signUp({}), makeRequest())).toMatchObject({
      status: 409,
      body: { error: 'email.taken' },
    });
  });

  it('answers an unexpected error with a trace and none of its details (FLT-12)', async () => {
    const inside = 'column "password_hash" of relation members';
    vi.spyOn(handlers, 'listGifts').mockRejectedValue(new Error(inside));
    const answer = await test.app.dispatch('listGifts', {}, makeRequest());
    expect(answer).toMatchObject({ ok: false, status: 500, body: { error: 'request.failed' } });
    expect(Object.keys(answer.body as object).toSorted()).toEqual(['error', 'message', 'trace']);
    expect(JSON.stringify(answer)).not.toContain('password_hash');
  });

  it('reports an error that the operation does not declare', async () => {
    const onUndeclaredError = vi.fn();
    const options = { handlers, recordUse: async () => undefined, onUndeclaredError };
    const dispatch = createDispatch(test.context, options);
    vi.spyOn(handlers, 'listGifts').mockImplementationOnce(async () => refuse('photo.limit'));
    await dispatch('listGifts', {}, makeRequest());
    expect(onUndeclaredError).toHaveBeenCalledExactlyOnceWith('listGifts', 'photo.limit');
    await dispatch('listChats', {}, makeRequest());
    expect(onUndeclaredError).toHaveBeenCalledTimes(1);
  });

  it('never sends a response that violates the contract, or fields that it does not name', async () => {
    vi.spyOn(handlers, 'listGifts').mockResolvedValue({ gifts: [{ id: 'tealight', credits: -1 }] });
    expect((await test.app.dispatch('listGifts', {}, makeRequest())).status).toBe(500);
    const gift = { id: 'tealight', credits: 5, cost_price: 1 } as const;
    vi.spyOn(handlers, 'listGifts').mockResolvedValue({ gifts: [gift], margin: 4 } as never);
    const { body } = await test.app.dispatch('listGifts', {}, makeRequest());
    expect(body).toEqual({ gifts: [{ id: 'tealight', credits: 5 }] });
  });

  it('refuses a call whose session cannot be read (FLT-12)', async () => {
    const member = await quickMember(test);
    const handler = vi.spyOn(handlers, 'listChats');
    vi.spyOn(test.context.database, 'all').mockRejectedValue(new Error('the database is unavailable'));
    expect((await test.app.dispatch('listChats', {}, makeRequest(member))).status).toBe(500);
    expect(handler).not.toHaveBeenCalled();
  });

  it('reads rights on every call: lost premium takes effect at once (AZN-10)', async () => {
    const member = await quickMember(test, { paid: true });
    const paid = async () => {
      const handler = vi.spyOn(handlers, 'listBlocks');
      await test.app.dispatch('listBlocks', {}, makeRequest(member));
      return handler.mock.lastCall?.[1].member.paid;
    };
    expect(await paid()).toBe(true);
    await test.sql('update members set paid_at = null where member_id = $1', [member.id]);
    expect(await paid()).toBe(false);
  });

  it('records the activity of a member at most once a minute', async () => {
    const member = await quickMember(test);
    const seen = async () =>
      (await test.sql<{ at: Date }>('select seen_at as at from sessions where member_id = $1', [member.id]))[0]?.at;
    const first = await seen();
    await test.app.dispatch('getUser', {}, makeRequest(member));
    expect(await seen()).toEqual(first);
    test.clock.move(2 * minuteMs);
    await test.app.dispatch('getUser', {}, makeRequest(member));
    expect((await seen())?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) + minuteMs);
  });
});

describe('the dispatcher of a page', () => {
  const open = () =>
    createPageDispatch(test.context, {
      handlers,
      recordUse: async () => undefined,
      onUndeclaredError: () => undefined,
    });

  it('reads the session once for all reads, and so does each page', async () => {
    const member = await quickMember(test);
    const readSession = vi.spyOn(test.context, 'readSession');
    for (const page of [1, 2]) {
      const dispatch = open();
      await Promise.all([dispatch('getUser', {}, makeRequest(member)), dispatch('listChats', {}, makeRequest(member))]);
      expect((await dispatch('listLikes', {}, makeRequest(member))).status).toBe(200);
      expect(readSession).toHaveBeenCalledTimes(page);
    }
  });

  it('shows nothing of one member to another, or to a visitor, whatever it has read before', async () => {
    const [ada, bo] = [await quickMember(test), await quickMember(test)];
    const dispatch = open();
    const readUser = async (client?: TestClient) => (await dispatch('getUser', {}, makeRequest(client))).body;
    expect(await readUser(ada)).toMatchObject({ user: { id: ada.id } });
    expect(await readUser(bo)).toMatchObject({ user: { id: bo.id } });
    expect(await readUser()).toMatchObject({ error: 'session.missing' });
  });

  it('ends with a session that another tab closes: the next page is refused', async () => {
    const member = await quickMember(test);
    const dispatch = open();
    await dispatch('getUser', {}, makeRequest(member));
    await test.sql('delete from sessions where member_id = $1', [member.id]);
    expect((await dispatch('listChats', {}, makeRequest(member))).status).toBe(200);
    expect((await open()('listChats', {}, makeRequest(member))).status).toBe(403);
  });

  it('reads the session again for a call that may change something, and after one that clears the cookie', async () => {
    const member = await quickMember(test);
    const dispatch = open();
    await dispatch('getUser', {}, makeRequest(member));
    await dispatch('logOut', {}, makeRequest(member));
    expect((await dispatch('listChats', {}, makeRequest(member))).status).toBe(403);
    const other = await quickMember(test);
    const page = open();
    await page('getUser', {}, makeRequest(other));
    await test.sql('delete from sessions where member_id = $1', [other.id]);
    expect((await page('updateUser', { language: 'fi' }, makeRequest(other))).status).toBe(403);
    expect((await page('listChats', {}, makeRequest(other))).status).toBe(403);
  });
});
