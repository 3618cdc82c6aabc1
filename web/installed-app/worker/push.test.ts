import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';

const shown: { title: string; options: Record<string, unknown> }[] = [];
const opened: string[] = [];
let tabs: { id: string }[] = [];
let own: typeof tabs | undefined;
let shows = true;

vi.mock('./build.ts', () => ({
  build: { version: 'test' },
  sentencesPath: (part: string, language: string) => `/sentences/${part}.${language}.json`,
}));
vi.mock('./scope.ts', () => ({
  scope: {
    location: new URL('https://site.example/sw.js'),
    registration: {
      pushManager: {
        getSubscription: async () => ({ toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }) }),
      },
      showNotification: async (title: string, options: Record<string, unknown>) => {
        if (!shows) throw new TypeError('not allowed');
        shown.push({ title, options });
      },
    },
    clients: {
      matchAll: async ({ includeUncontrolled: all }: { includeUncontrolled: boolean }) => (all ? tabs : (own ?? tabs)),
      openWindow: async (url: string) => void opened.push(url),
    },
  },
}));

const { openNotification, renewPush, showPush, stopKind } = await import('./push.ts');

const stop = { label: 'No more of these', done: 'Off now.', member: toId<MemberId>('vera') };
const message = { title: 'Tealight', body: '2 new messages', kind: 'new_messages', path: '/chats/1', badge: 3 };
const makeData = (text: string) => ({ json: () => JSON.parse(text) as unknown });

/** Makes an open page that navigates itself when told, unless it does not listen. */
function tab(visibilityState: 'visible' | 'hidden', listens = true) {
  const seen = { focused: 0, asked: [] as unknown[], loaded: [] as string[] };
  return {
    id: randomUUID(),
    seen,
    visibilityState,
    focus: async () => void (seen.focused += 1),
    navigate: async (url: string) => void seen.loaded.push(url),
    postMessage: (asked: unknown, [port]: [MessagePort]) => {
      seen.asked.push(asked);
      if (listens) port.postMessage(true);
      port.close();
    },
  };
}

beforeEach(() => {
  shown.length = 0;
  opened.length = 0;
  tabs = [];
  own = undefined;
  shows = true;
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [] }), match: async () => undefined });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a push (PSH-04)', () => {
  it('is shown as the server wrote it, one per kind, and sets the badge', async () => {
    const badges: number[] = [];
    vi.stubGlobal('navigator', { setAppBadge: async (count: number) => void badges.push(count) });
    await showPush(makeData(JSON.stringify(message)));
    expect(shown).toEqual([
      {
        title: 'Tealight',
        options: expect.objectContaining({ body: '2 new messages', tag: 'new_messages', data: { path: '/chats/1' } }),
      },
    ]);
    expect(badges).toEqual([3]);
  });

  it.each([
    ['gay', '<html lang="de" data-theme="dark" data-niche="gay">'],
    ['default', '<html lang="de" data-niche="default">'],
    ['default', '<html lang="de">'],
  ])('has the icon of the niche that the stored shell names: %s', async (niche, html) => {
    const match = async () => new Response(html);
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('caches', {
      open: async () => ({ keys: async () => [{ url: 'https://site.example/?lang=de' }], match }),
    });
    await showPush(makeData(JSON.stringify(message)));
    expect(shown[0]?.options['icon']).toBe(`/icons/${niche}-192.png`);
  });

  it('is shown with the default icon if the stored files cannot be read', async () => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no room')) });
    vi.stubGlobal('navigator', {});
    await showPush(makeData(JSON.stringify(message)));
    expect(shown.map(({ options }) => options['icon'])).toEqual(['/icons/default-192.png']);
  });

  it.each([
    ['nothing', null],
    ['no JSON', makeData('not of this version')],
    ['JSON without a title', makeData('{"path": "/chats"}')],
    ['null', makeData('null')],
  ])('with %s is shown with a default sentence and leads to the conversations', async (_what, data) => {
    await showPush(data);
    expect(shown.map(({ title, options }) => [title, options['data']])).toEqual([
      ['Something new is waiting for you.', { path: '/chats' }],
    ]);
  });

  it('that cannot be read is shown in the language that the pages used last', async () => {
    const files: Record<string, string> = {
      '/sentences/installed-app.de.json': '{"installed-app.push-unreadable":["Neu"]}',
    };
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('caches', {
      open: async () => ({
        keys: async () => [{ url: 'https://site.example/?lang=de' }],
        match: async () => ({ url: 'https://site.example/?lang=de', text: async () => '' }),
      }),
      match: async (path: string) => (files[path] === undefined ? undefined : new Response(files[path])),
    });
    await showPush(null);
    expect(shown.map(({ title }) => title)).toEqual(['Neu']);
  });
});

describe('a subscription that the browser has replaced', () => {
  it.each([
    [200, []],
    [403, [0]],
  ])('clears the badge only if the server responds that the session has ended: %i, %j', async (status, expected) => {
    const badges: number[] = [];
    const clearAppBadge = async (): Promise<void> => void badges.push(0);
    vi.stubGlobal('navigator', { setAppBadge: clearAppBadge, clearAppBadge });
    vi.stubGlobal('fetch', async () => Response.json({}, { status }));
    await renewPush(null);
    expect(badges).toEqual(expected);
  });
});

describe('the button of a notification', () => {
  const data = { path: '/chats/1', stop };
  let closed = 0;
  // Like a browser's notification, it closes only itself.
  const notification = {
    title: 'Tealight',
    tag: 'new_messages',
    data,
    close() {
      if (this === notification) closed += 1;
    },
  };
  const press = () => stopKind(notification);
  const asked: [string, RequestInit][] = [];
  const answer = (work: () => Promise<Response>): void => {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      asked.push([path, init]);
      return work();
    });
  };
  beforeEach(() => {
    vi.stubGlobal('navigator', {});
    closed = 0;
    asked.length = 0;
  });

  it("is shown only if the server sends one, with the server's label", async () => {
    await showPush(makeData(JSON.stringify({ ...message, stop })));
    await showPush(makeData(JSON.stringify(message)));
    expect(shown.map(({ options }) => [options['actions'], options['data']])).toEqual([
      [[{ action: 'stop', title: 'No more of these' }], data],
      [[], { path: '/chats/1' }],
    ]);
  });

  it('turns off only this kind for its member, and shows a notification that leads to the switch', async () => {
    answer(async () => new Response('{}'));
    await press();
    const [[path, init] = ['', {}], ...others] = asked;
    expect(others).toEqual([]);
    expect([path, init.method]).toEqual(['/api/user.php?push=1', 'PUT']);
    expect(init.headers).toMatchObject({ 'x-member': 'vera', 'x-client-type': 'web', 'x-hidden': '1' });
    expect(JSON.parse(String(init.body))).toEqual({ push_disabled: ['new_messages'], push_changed: ['new_messages'] });
    expect(shown).toEqual([
      {
        title: 'Tealight',
        options: expect.objectContaining({
          body: 'Off now.',
          tag: 'new_messages',
          data: { path: '/notifications?push=new_messages' },
        }),
      },
    ]);
    expect([closed, opened]).toEqual([1, []]);
  });

  it.each([
    ['without a connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['logged out', async () => new Response('{}', { status: 403 })],
    ['by a server that does not answer', async () => new Promise<Response>(() => undefined)],
  ])('opens the switch of the kind if it could not be turned off: %s', async (_why, work) => {
    vi.useFakeTimers();
    answer(work);
    const pressed = press();
    await vi.runAllTimersAsync();
    await pressed;
    expect([shown, opened, closed]).toEqual([[], ['https://site.example/notifications?push=new_messages'], 1]);
  });

  it('leads an open page to the switch if the kind could not be turned off', async () => {
    answer(async () => new Response('{}', { status: 403 }));
    const before = tab('visible');
    tabs = [before];
    await press();
    expect(before.seen.asked).toEqual([{ open: '/notifications?push=new_messages' }]);
  });
});

describe('a click on a notification', () => {
  const click = async (path?: string): Promise<number> => {
    let closed = 0;
    const notification = { title: 'Tealight', tag: 'new_messages', close: () => void (closed += 1) };
    await openNotification({ ...notification, ...(path !== undefined && { data: { path } }) });
    return closed;
  };

  it("leads the visible tab to the notification's page without loading it", async () => {
    const [behind, before] = [tab('hidden'), tab('visible')];
    tabs = [behind, before];
    expect(await click('/chats/1')).toBe(1);
    expect(before.seen).toEqual({ focused: 1, asked: [{ open: '/chats/1' }], loaded: [] });
    expect(behind.seen.asked).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('loads the page in a tab that does not respond', async () => {
    vi.useFakeTimers();
    const silent = tab('hidden', false);
    tabs = [silent];
    const clicked = click('/chats/1');
    await vi.runAllTimersAsync();
    await clicked;
    expect(silent.seen.loaded).toEqual(['https://site.example/chats/1']);
  });

  it('opens a tab beside one that is not controlled by the worker and does not answer', async () => {
    vi.useFakeTimers();
    const silent = tab('visible', false);
    [tabs, own] = [[silent], []];
    const clicked = click('/chats/1');
    await vi.runAllTimersAsync();
    await clicked;
    expect([silent.seen, opened]).toEqual([
      expect.objectContaining({ focused: 0, loaded: [] }),
      ['https://site.example/chats/1'],
    ]);
  });

  it('leads a tab that is not controlled by the worker but answers', async () => {
    const before = tab('visible');
    [tabs, own] = [[before], []];
    await click('/chats/1');
    expect([before.seen, opened]).toEqual([{ focused: 1, asked: [{ open: '/chats/1' }], loaded: [] }, []]);
  });

  it.each([
    ['/likes', 'https://site.example/likes'],
    [undefined, 'https://site.example/'],
    ['https://elsewhere.example/chats', 'https://site.example/'],
    ['//elsewhere.example/chats', 'https://site.example/'],
  ])('opens a tab on this site only, if no tab is open: %s', async (path, url) => {
    await click(path);
    expect(opened).toEqual([url]);
  });
});
