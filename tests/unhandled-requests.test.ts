import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as openHttp } from 'node:http';

import { beforeAll, describe, expect, it, vi } from 'vitest';

import { type OperationName, getEndpoint, calls } from '../contract/calls.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/platform/operation.ts';
import { listen } from './support/live.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  code: unknown;
}

describe.skipIf(!pagesAreBuilt)('an unusual request', () => {
  const test = useTestApp({ pages: pagesFolder });
  let address: string;
  let script: string;
  beforeAll(async () => {
    address = await listen(test);
    script = /\/assets\/[\w-]+\.js/.exec((await ask('GET', '/login')).text)?.[0] ?? '';
  });

  /** Uses a socket, because not every method can be injected. */
  async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answered> {
    const [hostname, port] = address.split(':');
    const request = openHttp({
      hostname,
      port,
      method,
      path,
      headers: { host: 'localhost', ...headers },
      agent: false,
    });
    request.end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    const isJson = answer.headers['content-type'] === 'application/json; charset=utf-8' && text !== '';
    const code = isJson ? (JSON.parse(text) as { error?: unknown }).error : undefined;
    return { status: answer.statusCode ?? 0, headers: answer.headers, text, code };
  }

  it.each([
    ['DELETE', '/', 'GET, HEAD'],
    ['PUT', '/terms', 'GET, HEAD'],
    ['OPTIONS', '/members', 'GET, HEAD'],
    ['TRACE', '/', 'GET, HEAD'],
    ['PURGE', '/login', 'GET, HEAD, POST'],
    ['PROPFIND', '/login', 'GET, HEAD, POST'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/terms', 'GET, HEAD'],
    ['POST', '/terms.data', 'GET, HEAD'],
    ['POST', '/_root.data', 'GET, HEAD'],
    ['POST', '/robots.txt', 'GET, HEAD'],
    ['POST', '/sw.js', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/media/x', 'GET, HEAD'],
    ['PUT', '/share-en.png', 'GET, HEAD'],
    ['PURGE', '/api/settings.php', 'GET, HEAD'],
    ['OPTIONS', '/api/user.php', 'GET, HEAD, POST, PUT, DELETE'],
    ['GET', '/api/like.php', 'POST, DELETE'],
    ['HEAD', '/api/like.php', 'POST, DELETE'],
    ['HEAD', '/api/logout.php', 'GET'],
    ['PUT', '/api/unsubscribe.php', 'GET, HEAD, POST'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
  ])('%s %s is answered with the methods that its path allows', async (method, path, allowed) => {
    const log = vi.spyOn(console, 'error');
    const { status, headers, code } = await ask(method, path);
    const answered = method === 'HEAD' ? undefined : 'request.method';
    expect([status, code, headers['cache-control']]).toEqual([405, answered, 'no-store']);
    expect(new Set(headers.allow?.split(', '))).toEqual(new Set(allowed.split(', ')));
    expect(log).not.toHaveBeenCalled();
  });

  it.each([
    ['GET', '/assets/nope.js'],
    ['GET', '/api/nothing.php'],
    ['PURGE', '/api/nothing.php'],
    ['POST', '/nowhere'],
    ['DELETE', '/nowhere'],
  ])('%s %s is answered with 404 in the form of the contract', async (method, path) => {
    const log = vi.spyOn(console, 'error');
    const { status, headers, code } = await ask(method, path);
    expect([status, code, headers['cache-control']]).toEqual([404, 'request.not-found', 'no-store']);
    expect(log).not.toHaveBeenCalled();
  });

  it('for the head of a call that changes nothing is answered like the call, without a body', async () => {
    const member = await test.member();
    const headers = { cookie: `${test.context.sessionCookie}=${member.cookies.get(test.context.sessionCookie)}` };
    const names = (Object.keys(calls) as OperationName[]).filter((name) => getEndpoint(name).method === 'GET');
    for (const name of names) {
      const { path } = getEndpoint(name);
      // Calls with one path differ only in their query.
      const sharing = names.filter((other) => getEndpoint(other).path.split('?')[0] === path.split('?')[0]);
      const head = await ask('HEAD', path, headers);
      expect([name, head.text]).toEqual([name, '']);
      if (sharing.some((other) => (operations[other] as Operation).effect)) {
        expect([name, head.status, head.headers.allow]).toEqual([name, 405, expect.not.stringContaining('HEAD')]);
      } else {
        const whole = await ask('GET', path, headers);
        const seen = ({ status, headers: { 'content-type': type, 'content-length': length } }: Answered) => [
          name,
          status,
          type,
          length,
        ];
        expect(seen(head)).toEqual(seen(whole));
      }
    }
  });

  it('from a password manager is led to the page where the password is changed', async () => {
    const { status, headers } = await ask('GET', '/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/settings/login']);
  });

  it('from a password manager is told where passkeys are added and removed', async () => {
    const { status, headers, text } = await ask('GET', '/.well-known/passkey-endpoints');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { enroll, manage } = JSON.parse(text) as Record<string, string>;
    for (const url of [enroll, manage]) expect(url).toMatch(/^http:\/\/localhost(:\d+)?\/settings\/login$/);
  });

  it('with a condition that a file does not meet is answered with 412', async () => {
    const { status, code } = await ask('GET', script, { 'if-match': '"another"' });
    expect([status, code]).toEqual([412, 'request.precondition']);
  });

  it('for a range behind the end of a file is told the size of the file', async () => {
    for (const path of [script, '/favicon.ico', '/sw.js']) {
      const { status, headers, code } = await ask('GET', path, { range: 'bytes=99999999-' });
      expect([path, status, code]).toEqual([path, 416, 'request.range']);
      expect(headers['content-range']).toMatch(/^bytes \*\/\d+$/);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('for a range gets a part of the file, or all of it if the range makes no sense', async () => {
    expect((await ask('GET', script, { range: 'bytes=0-9' })).status).toBe(206);
    for (const range of ['bytes=9-2', 'bytes=x', 'bytes=-', 'lines=1-2'])
      expect([range, (await ask('GET', script, { range })).status]).toEqual([range, 200]);
  });
});
