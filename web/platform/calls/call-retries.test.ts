import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ScriptCall } from '../../../contract/calls.ts';
import { toId } from '../../../contract/platform/id.ts';
import { type Call, CallError, call, callOverHttp, failedCall, mayRetry, onSessionLost, retryDelayMs } from './call.ts';
import { regionsOfQuery } from '../../members/search/use-search.ts';
import { uploadForm } from '../../photos/upload-form.ts';
import { createQueries } from './queries.ts';

const response = (status: number, body: object = {}): Response => Response.json(body, { status });
const failure = (values: object = {}): object => ({ error: 'request.failed', message: '', ...values });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onSessionLost(() => undefined);
});

describe('a read outside of the query cache', () => {
  let responses: (Response | Error)[];
  const fetching = vi.fn(async () => {
    const next = responses.shift() ?? new TypeError('no network');
    if (next instanceof Error) throw next;
    return next;
  });
  beforeEach(() => {
    vi.useFakeTimers();
    fetching.mockClear();
    vi.stubGlobal('fetch', fetching);
    vi.stubGlobal('navigator', { onLine: true });
  });

  const run = async (asked: Promise<unknown>): Promise<unknown> => {
    const settled = asked.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return settled;
  };

  it('is retried up to five times, with exponential delay', async () => {
    responses = [];
    const started = Date.now();
    expect(await run(call('listChats', { before: 'x' }))).toBeInstanceOf(TypeError);
    expect(fetching).toHaveBeenCalledTimes(6);
    expect(Date.now() - started).toBe((1 + 2 + 4 + 8 + 16) * 1_000);
  });

  it('succeeds when a retry succeeds', async () => {
    responses = [response(503, failure()), new TypeError('cut off'), response(200, { chats: [] })];
    expect(await run(call('getAutoLike'))).toEqual({ chats: [] });
  });

  it('waits as long as a 429 asks, and gives up if that is too long', async () => {
    responses = [response(429, failure({ retry_after: 20 })), response(200, {})];
    const started = Date.now();
    await run(call('getChat', { conversation: toId('c'), before: 3 }));
    expect(Date.now() - started).toBe(20_000);
    responses = [response(429, failure({ retry_after: 3_600 }))];
    expect(await run(call('getChat', { conversation: toId('c') }))).toMatchObject({ status: 429 });
    expect(responses).toEqual([]);
  });

  it('is not retried after a refusal or without a network, and a write never is', async () => {
    for (const [name, before] of [
      ['getChat', response(404, failure())],
      ['addLike', response(500, failure())],
      ['logOut', response(500, failure())],
    ] as const) {
      fetching.mockClear();
      responses = [before];
      expect(await run(call(name, {}))).toBeInstanceOf(CallError);
      expect(fetching, name).toHaveBeenCalledTimes(1);
    }
    fetching.mockClear();
    vi.stubGlobal('navigator', { onLine: false });
    await run(call('listChats'));
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  it('follows the rules of the query cache', () => {
    const { retry, retryDelay } = createQueries(callOverHttp).getDefaultOptions().queries ?? {};
    vi.stubGlobal('window', {});
    expect(createQueries().getDefaultOptions().queries?.retry).toBe(mayRetry);
    expect([retry, retryDelay]).toEqual([false, retryDelayMs]);
  });
});

it('an upload that is refused for a lost session logs out', async () => {
  const lost = vi.fn();
  onSessionLost(lost);
  class Refused extends EventTarget {
    upload = new EventTarget();
    status = 403;
    response = failure({ authentication_required: true });
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refused);
  const options = { onProgress: () => undefined, signal: new AbortController().signal };
  await expect(uploadForm('sendMessage', { photo: new Blob(['x']) }, options)).rejects.toThrow(CallError);
  expect(lost).toHaveBeenCalledOnce();
});

it('a refusal for a lost session logs out, unless the call asks who is logged in', () => {
  const lost = vi.fn();
  onSessionLost(lost);
  const refuse = (name: ScriptCall) =>
    failedCall(name, 403, { error: 'session.missing', message: '', authentication_required: true });
  refuse('getUser');
  expect(lost).not.toHaveBeenCalled();
  for (const name of ['updateUser', 'deleteAccount', 'listChats'] as const) refuse(name);
  expect(lost).toHaveBeenCalledTimes(3);
});

it('the regions of all countries are fetched once', async () => {
  vi.stubGlobal('window', {});
  const asked = vi.fn(async () => ({ regions: { NL: [{ code: 'NH', name: 'Noord-Holland' }], DE: [] } }));
  const queries = createQueries(asked as unknown as Call);
  expect(await queries.fetchQuery(regionsOfQuery('NL'))).toHaveLength(1);
  expect(await queries.fetchQuery(regionsOfQuery('DE'))).toEqual([]);
  expect(asked).toHaveBeenCalledOnce();
});
