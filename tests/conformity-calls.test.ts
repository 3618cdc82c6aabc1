import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../contract/platform/id.ts';
import { type Language, defaultDateLanguage, languages, locales } from '../contract/platform/languages.ts';
import { withWait } from '../contract/platform/wait.ts';
import { createSentences } from '../server/platform/sentences.ts';
import {
  type Call,
  CallError,
  call,
  callOverHttp,
  mayRetry,
  onSessionLost,
  retryDelayMs,
} from '../web/platform/call.ts';
import { formatIn } from '../web/platform/format.ts';
import { regionsOfQuery } from '../web/members/search/use-search.ts';
import { uploadForm } from '../web/photos/upload-form.ts';
import { createQueries } from '../web/platform/queries.ts';

const sentences = createSentences(fileURLToPath(new URL('../locales', import.meta.url)), ['errors']);

const answer = (status: number, body: object = {}): Response => Response.json(body, { status });
const failure = (values: object = {}): object => ({ error: 'request.failed', message: '', ...values });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onSessionLost(() => undefined);
});

describe('a read outside of the query cache', () => {
  let answers: (Response | Error)[];
  const fetching = vi.fn(async () => {
    const next = answers.shift() ?? new TypeError('no network');
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
    answers = [];
    const started = Date.now();
    expect(await run(call('listChats', { before: 'x' }))).toBeInstanceOf(TypeError);
    expect(fetching).toHaveBeenCalledTimes(6);
    expect(Date.now() - started).toBe((1 + 2 + 4 + 8 + 16) * 1_000);
  });

  it('succeeds when a retry succeeds', async () => {
    answers = [answer(503, failure()), new TypeError('cut off'), answer(200, { chats: [] })];
    expect(await run(call('getAutoLike'))).toEqual({ chats: [] });
  });

  it('waits as long as a 429 asks, and gives up if that is too long', async () => {
    answers = [answer(429, failure({ retry_after: 20 })), answer(200, {})];
    const started = Date.now();
    await run(call('getChat', { conversation: toId('c'), before: 3 }));
    expect(Date.now() - started).toBe(20_000);
    answers = [answer(429, failure({ retry_after: 3_600 }))];
    expect(await run(call('getChat', { conversation: toId('c') }))).toMatchObject({ status: 429 });
    expect(answers).toEqual([]);
  });

  it('is not retried after a refusal or without a network, and a write never is', async () => {
    for (const [name, before] of [
      ['getChat', answer(404, failure())],
      ['addLike', answer(500, failure())],
      ['logOut', answer(500, failure())],
    ] as const) {
      fetching.mockClear();
      answers = [before];
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

it('the regions of all countries are fetched once', async () => {
  vi.stubGlobal('window', {});
  const asked = vi.fn(async () => ({ regions: { NL: [{ code: 'NH', name: 'Noord-Holland' }], DE: [] } }));
  const queries = createQueries(asked as unknown as Call);
  expect(await queries.fetchQuery(regionsOfQuery('NL'))).toHaveLength(1);
  expect(await queries.fetchQuery(regionsOfQuery('DE'))).toEqual([]);
  expect(asked).toHaveBeenCalledOnce();
});

describe('the time to wait after a 429', () => {
  const text = (language: Language, seconds: number): string =>
    sentences.in(language)('errors.request.too-many', withWait({ retry_after: seconds }));

  it('is given in seconds, minutes or hours', () => {
    expect(text('en', 40)).toContain('40 seconds');
    expect(text('en', 300)).toContain('5 minutes');
    expect(text('en', 3_601)).toContain('61 minutes');
    expect(text('en', 7_200)).toContain('2 hours');
    expect(text('pl', 120)).toContain('2 minuty');
    expect(text('fi', 10_800)).toContain('3 tuntia');
  });

  it.each(languages)('has a number below a hundred in %s', (language) => {
    for (const seconds of [1, 90, 91, 3_600, 5_400, 5_401, 86_400])
      expect(text(language, seconds)).not.toMatch(/\d{3}/);
  });
});

describe('the locale entries', () => {
  it('have code, iso, gifLocale and file', () => {
    expect(Object.keys(locales)).toEqual([...languages]);
    for (const [code, entry] of Object.entries(locales)) {
      const { iso, gifLocale, file } = entry;
      expect({ code: entry.code, file }).toEqual({ code, file: `${code}.json` });
      expect(iso).toMatch(new RegExp(`^${code}-[A-Z]{2}$`));
      expect(gifLocale).toMatch(/^[a-z]{2}$/);
    }
  });

  it('write dates in Dutch if the runtime does not know a language', () => {
    expect(defaultDateLanguage).toBe('nl');
    const klingon = 'tlh' as Language;
    locales[klingon] = { ...locales.en, iso: 'tlh' };
    expect(formatIn(klingon).day('2026-11-21T12:00:00Z')).toBe('21 november 2026');
    Reflect.deleteProperty(locales, klingon);
  });
});
