import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const routes = { chats: { id: 'chats' }, 'chats-id': { id: 'chats-id' } };

vi.mock('./build.ts', () => ({ build: { version: 'test', sentences: '/sentences', assets: [], routes } }));

const { respondTo } = await import('./respond.ts');

const origin = 'https://site.example';
const askRoutes = async (...paths: string[]): Promise<Response | undefined> =>
  respondTo(new Request(`${origin}/__manifest?paths=${encodeURIComponent(paths.join(','))}&version=1`));

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the router's request for routes", () => {
  it('is answered without a connection if all of them open offline, and leads to a reload otherwise', async () => {
    for (const paths of [['/chats'], ['/chats', '/chats/1'], ['/profile', '/shared', '/offline']])
      expect(await (await askRoutes(...paths))?.json(), paths.join()).toEqual(routes);
    // Missing routes would count as not found for good.
    for (const paths of [['/members'], ['/chats', '/likes'], ['/chats', '/chats/1', '/chats/1/more'], ['/'], ['']]) {
      const response = await askRoutes(...paths);
      expect([response?.status, response?.headers.has('x-remix-reload-document')], paths.join()).toEqual([204, true]);
    }
  });

  it('is left to the server while there is a connection', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ members: { id: 'members' } }));
    expect(await (await askRoutes('/members'))?.json()).toEqual({ members: { id: 'members' } });
  });
});

describe('the worker on a network that swallows every request', () => {
  let asked: { respond: (response: Response) => void; fail: () => void }[];
  let stored: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    stored = ['/offline?lang=de'];
    vi.stubGlobal('fetch', () => {
      return new Promise((respond, reject) => asked.push({ respond, fail: () => reject(new TypeError('cut off')) }));
    });
    const match = async (url: string): Promise<Response> => new Response(`the shell at ${url}`);
    const keys = async (): Promise<object[]> => stored.map((path) => ({ url: origin + path }));
    vi.stubGlobal('caches', { open: async () => ({ keys, match }) });
    vi.spyOn(Response, 'redirect').mockImplementation(
      (url) => new Response(null, { status: 302, headers: { location: String(url) } }),
    );
  });
  afterEach(() => vi.useRealTimers());

  /** Returns what the browser shows, and after how many seconds; null while it shows nothing. */
  const open = async (path: string, referrer = ''): Promise<() => { at: number; shown: string } | null> => {
    const [url, start] = [origin + path, Date.now()];
    let shown: { at: number; shown: string } | null = null;
    void respondTo({ url, method: 'GET', mode: 'navigate', referrer } as Request)?.then(async (response) => {
      shown = { at: (Date.now() - start) / 1_000, shown: response.headers.get('location') ?? (await response.text()) };
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => shown;
  };

  it('shows the offline page after eight seconds, and ignores a later response or failure', async () => {
    for (const late of ['respond', 'fail'] as const) {
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

  it('shows the page of a server that is merely slow', async () => {
    const shown = await open('/chats');
    await vi.advanceTimersByTimeAsync(3_000);
    asked[0]?.respond(new Response('the page'));
    await vi.runAllTimersAsync();
    expect(shown()).toEqual({ at: 3, shown: 'the page' });
  });

  it('waits without a limit if it has no offline page to show', async () => {
    stored = [];
    const shown = await open('/chats');
    await vi.advanceTimersByTimeAsync(60_000);
    asked[0]?.respond(new Response('the page'));
    await vi.runAllTimersAsync();
    expect(shown()).toEqual({ at: 60, shown: 'the page' });
  });

  it('opens the offline page without the network, and waits without a limit for a page opened from it', async () => {
    const shell = await open('/offline?to=%2Fmembers');
    await vi.runAllTimersAsync();
    expect([shell(), asked]).toEqual([{ at: 0, shown: `the shell at ${origin}/offline?lang=de` }, []]);
    const shown = await open('/members', `${origin}/offline?to=%2Fmembers`);
    await vi.advanceTimersByTimeAsync(20_000);
    asked[0]?.respond(new Response('the page'));
    await vi.runAllTimersAsync();
    expect(shown()).toEqual({ at: 20, shown: 'the page' });
  });

  it("answers the router's request for routes itself after eight seconds", async () => {
    const response = askRoutes('/chats');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await (await response)?.json()).toEqual(routes);
  });

  it('answers the router of the offline page at once, without the network', async () => {
    const path = `${origin}/__manifest?paths=%2Fchats%2F1`;
    const response = await respondTo({
      url: path,
      method: 'GET',
      referrer: `${origin}/offline?to=%2Fchats%2F1`,
    } as Request);
    expect([await response?.json(), asked]).toEqual([routes, []]);
  });

  it('leaves form posts to the browser', () => {
    expect(respondTo({ url: `${origin}/login`, method: 'POST', mode: 'navigate' } as Request)).toBeUndefined();
  });
});
