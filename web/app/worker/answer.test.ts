import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const routes = { chats: { id: 'chats' }, 'chats-id': { id: 'chats-id' } };

vi.mock('./build.ts', () => ({ build: { version: 'test', sentences: '/sentences', assets: [], routes } }));

const { answerTo } = await import('./answer.ts');

const origin = 'https://site.example';
const askRoutes = async (...paths: string[]): Promise<Response | undefined> =>
  answerTo(new Request(`${origin}/__manifest?paths=${encodeURIComponent(paths.join(','))}&version=1`));

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('what the router asks about pages without a connection', () => {
  it.each([[['/chats']], [['/chats', '/chats/1']], [['/profile', '/shared', '/offline']]])(
    'is answered for %j, which open offline',
    async (paths) => {
      expect(await (await askRoutes(...paths))?.json()).toEqual(routes);
    },
  );

  it.each([[['/members']], [['/chats', '/likes']], [['/chats', '/chats/1', '/chats/1/more']], [['/']], [['']]])(
    'sends the router to the whole page for %j: routes without them would say for good that there is no such page',
    async (paths) => {
      const answer = await askRoutes(...paths);
      expect([answer?.status, answer?.headers.has('x-remix-reload-document')]).toEqual([204, true]);
    },
  );

  it('is left to the server as long as there is one', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ members: { id: 'members' } }));
    expect(await (await askRoutes('/members'))?.json()).toEqual({ members: { id: 'members' } });
  });
});

describe('a network that takes everything and gives nothing back', () => {
  let asked: { answer: (answer: Response) => void; fail: () => void }[];
  let stored: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    stored = ['/offline?lang=de'];
    vi.stubGlobal('fetch', () => {
      return new Promise((answer, reject) => asked.push({ answer, fail: () => reject(new TypeError('cut off')) }));
    });
    const match = async (url: string): Promise<Response> => new Response(`the shell at ${url}`);
    const keys = async (): Promise<object[]> => stored.map((path) => ({ url: origin + path }));
    vi.stubGlobal('caches', { open: async () => ({ keys, match }) });
    vi.spyOn(Response, 'redirect').mockImplementation(
      (url) => new Response(null, { status: 302, headers: { location: String(url) } }),
    );
  });
  afterEach(() => vi.useRealTimers());

  /** What the browser shows, and after how many seconds; null while it shows nothing. */
  const open = async (path: string, referrer = ''): Promise<() => { at: number; shown: string } | null> => {
    const [url, start] = [origin + path, Date.now()];
    let shown: { at: number; shown: string } | null = null;
    void answerTo({ url, method: 'GET', mode: 'navigate', referrer } as Request)?.then(async (answer) => {
      shown = { at: (Date.now() - start) / 1_000, shown: answer.headers.get('location') ?? (await answer.text()) };
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => shown;
  };

  it('shows what is kept after eight seconds, and what comes then is for nobody', async () => {
    for (const late of ['answer', 'fail'] as const) {
      const shown = await open('/chats?new=1');
      await vi.advanceTimersByTimeAsync(7_999);
      expect(shown()).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      const kept = { at: 8, shown: '/offline?to=%2Fchats%3Fnew%3D1' };
      expect(shown()).toEqual(kept);
      asked.at(-1)?.[late](new Response('the page'));
      await vi.runAllTimersAsync();
      expect(shown()).toEqual(kept);
    }
  });

  it('is none when the server is slow: its page is shown', async () => {
    const shown = await open('/chats');
    await vi.advanceTimersByTimeAsync(3_000);
    asked[0]?.answer(new Response('the page'));
    await vi.runAllTimersAsync();
    expect(shown()).toEqual({ at: 3, shown: 'the page' });
  });

  it('is waited for as long as the browser wants where there is nothing to show instead', async () => {
    stored = [];
    const shown = await open('/chats');
    await vi.advanceTimersByTimeAsync(60_000);
    asked[0]?.answer(new Response('the page'));
    await vi.runAllTimersAsync();
    expect(shown()).toEqual({ at: 60, shown: 'the page' });
  });

  it('is not asked for the page without a connection, which leads on to a slow server however long it takes', async () => {
    const shell = await open('/offline?to=%2Fmembers');
    await vi.runAllTimersAsync();
    expect([shell(), asked]).toEqual([{ at: 0, shown: `the shell at ${origin}/offline?lang=de` }, []]);
    const shown = await open('/members', `${origin}/offline?to=%2Fmembers`);
    await vi.advanceTimersByTimeAsync(20_000);
    asked[0]?.answer(new Response('the page'));
    await vi.runAllTimersAsync();
    expect(shown()).toEqual({ at: 20, shown: 'the page' });
  });

  it('leaves the router what it asks about pages, after eight seconds', async () => {
    const answer = askRoutes('/chats');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await (await answer)?.json()).toEqual(routes);
  });

  it('does not keep the router of the page without a connection waiting once more', async () => {
    const path = `${origin}/__manifest?paths=%2Fchats%2F1`;
    const answer = await answerTo({
      url: path,
      method: 'GET',
      referrer: `${origin}/offline?to=%2Fchats%2F1`,
    } as Request);
    expect([await answer?.json(), asked]).toEqual([routes, []]);
  });

  it('leaves forms to the browser', () => {
    expect(answerTo({ url: `${origin}/login`, method: 'POST', mode: 'navigate' } as Request)).toBeUndefined();
  });
});
