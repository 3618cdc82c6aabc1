import { beforeAll, describe, expect, it, vi } from 'vitest';

import { sessionIdleDays } from '../contract/accounts/limits.ts';
import { dayMs } from '../server/platform/clock.ts';
import { configureSite } from './support/chat.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('a browser whose session has ended', () => {
  const test = useTestApp({ pages: pagesFolder });
  let cookie = '';
  beforeAll(async () => {
    const member = await test.member();
    cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    test.clock.move(sessionIdleDays * dayMs + 1);
  });

  const open = (url: string, session = cookie) =>
    test.app.server.inject({
      url,
      headers: { host: 'localhost', accept: 'text/html', 'accept-encoding': 'gzip', cookie: session, 'user-agent': '' },
    });
  const read = async (url: string, session = cookie) => {
    const { body } = await test.app.server.inject({ url, headers: { host: 'localhost', cookie: session } });
    return body;
  };

  it('is that of a visitor, who is asked about a partner’s link, carries it and is counted', async () => {
    const body = await read('/?network=lantern');
    expect(body).toContain('data-source');
    expect(body).toContain('data-carried="network=lantern"');
    await open('/?ref=flyer&lb');
    await expect.poll(() => test.sql('select ref, visits from source_days')).toEqual([{ ref: 'flyer', visits: 1 }]);
  });

  it('gets cached and compressed pages, unlike a member', async () => {
    await open('/landers/gallery');
    const calls = vi.spyOn(test.context.rateLimits, 'enforceCall');
    const answer = await open('/landers/gallery');
    // Only the session check counts; the page itself needs no call.
    expect([answer.headers['content-encoding'], calls.mock.calls.length]).toEqual(['gzip', 1]);
    const member = await test.member();
    const session = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await open('/terms', session)).headers['content-encoding']).toBeUndefined();
  });

  it('may sign up by a partner’s link on a site that requires one', async () => {
    await configureSite(test, { signups: 'with_trafficsource' });
    const [, action = ''] = /action="(\/signup[^"]*)"/.exec(await read('/signup?network=lantern')) ?? [];
    expect(action).toBe('/signup?network=lantern');
    const send = async (url: string) => {
      const headers = {
        host: 'localhost',
        origin: 'http://localhost',
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const { body } = await test.app.server.inject({ method: 'POST', url, headers, payload: 'email=nobody' });
      return body.includes('aria-invalid="true"');
    };
    // The reply lists missing fields, which the sign-up does not accept without a partner's link.
    expect([await send(action), await send('/signup')]).toEqual([true, false]);
  });

  it('gets an error page rather than a visitor’s page if its session cannot be read', async () => {
    vi.spyOn(test.context, 'readSession').mockRejectedValueOnce(new Error('no connection'));
    const answer = await open('/landers/gallery?ref=broken&lb');
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([500, undefined]);
    expect(answer.body).not.toContain('data-source');
  });
});
