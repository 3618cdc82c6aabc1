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
