import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import type { OperationName } from '../contract/calls.ts';
import { operations } from '../contract/index.ts';
import { languages } from '../contract/platform/languages.ts';
import { photoTypes } from '../contract/photos/photo-rules.ts';
import { holdEarlyInstall } from '../web/installed-app/early-install.ts';
import { configureSite } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

interface Icon {
  src: string;
  sizes: string;
  purpose: string;
}
interface Manifest {
  name: string;
  lang: string;
  description: string;
  background_color: string;
  theme_color: string;
  icons: Icon[];
  shortcuts: { name: string; url: string }[];
  share_target: { action: string; method: string; enctype: string; params: { files: unknown } };
}

const clientFolder = join(pagesFolder, 'client');

describe.skipIf(!pagesAreBuilt)('the installed app', () => {
  const test = useTestApp({ pages: pagesFolder });
  const manifestIn = async (language: string, host = 'localhost'): Promise<Manifest> => {
    const answer = await test.app.server.inject({ url: `/manifest.webmanifest?lang=${language}`, headers: { host } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
    ]);
    return answer.json();
  };

  it('has a manifest in every language, and in that of the site for an unknown one', async () => {
    const made = await Promise.all(languages.map((language) => manifestIn(language)));
    expect(made.map(({ lang }) => lang)).toEqual(languages);
    expect(new Set(made.map(({ description }) => description)).size).toBe(languages.length);
    expect((await manifestIn('nonsense')).lang).toBe('en');
    for (const { shortcuts } of made) {
      expect(shortcuts.map(({ url }) => url)).toEqual(['/chats', '/likes', '/members']);
      for (const { name } of shortcuts) expect(name).not.toContain('shell.');
    }
  });

  it('has the name and the colors of its site, and icons of their stated size from the build', async () => {
    const plain = await manifestIn('de');
    await test.sql(`insert into domains (host, niche) values ('kerzen.example', 2)`);
    await configureSite(test, { name: 'Kerzenschein' }, 'domain:kerzen.example');
    const own = await manifestIn('de', 'kerzen.example');
    expect([own.name, own.background_color]).toEqual(['Kerzenschein', '#faf4f5']);
    expect(plain.background_color).toBe('#f5f6f1');
    for (const { src, sizes, purpose } of [...plain.icons, ...own.icons]) {
      const { data, info } = await sharp(join(clientFolder, src))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(`${info.width}x${info.height}`).toBe(sizes);
      expect(data[3]).toBe(purpose === 'maskable' ? 255 : 0);
    }
    expect(own.icons.map(({ src }) => src)).not.toEqual(plain.icons.map(({ src }) => src));
    expect(existsSync(join(clientFolder, 'favicon.ico'))).toBe(true);
  });

  it('holds the install event of the browser on the pages of a member, before their program comes', async () => {
    const { html } = await openPage(test, await test.member(), '/chats');
    expect(html).toContain(holdEarlyInstall);
    expect((await openPage(test, test.client(), '/faq')).html).not.toContain(holdEarlyInstall);
  });

  it('redirects a share of the system that no worker handles, and refuses one from another site', async () => {
    const { share_target: target } = await manifestIn('fi');
    expect(target).toEqual({
      action: '/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'photo', accept: [...photoTypes] }] },
    });
    const body = { payload: Buffer.alloc(2_000_000), headers: { 'content-type': `${target.enctype}; boundary=x` } };
    const post = async (from: Record<string, string>) => {
      const headers = { ...body.headers, ...from };
      const { statusCode, headers: said } = await test.app.server.inject({
        ...body,
        method: 'POST',
        url: target.action,
        headers,
      });
      return [statusCode, said.location];
    };
    const system = { origin: 'null', 'sec-fetch-site': 'none' };
    for (const from of [{}, system]) expect(await post(from)).toEqual([303, '/shared?problem=not-ready']);
    for (const from of foreigners) expect(await post(from)).toEqual([403, undefined]);
    const foreign = { method: 'POST', url: '/login', headers: { origin: 'https://other.example' } } as const;
    expect((await test.app.server.inject(foreign)).statusCode).toBe(403);
  });

  it('lets its worker know whether a page of another site began a navigation', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await test.app.server.inject({ url: '/shared/received?id=1', headers })).statusCode;
    for (const site of ['none', 'same-origin']) expect(await ask({ 'sec-fetch-site': site })).toBe(303);
    for (const site of ['cross-site', 'same-site']) expect(await ask({ 'sec-fetch-site': site })).toBe(403);
  });

  it('leads a browser without a worker from the refusal to the page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const refused = await test.app.server.inject({ url: '/shared/received?id=1', headers });
    expect([refused.statusCode, refused.headers.refresh]).toEqual([403, '0;url=/shared']);
  });
});

/** Headers of posts from another site's pages, including pages that hide their address. */
const foreigners: Record<string, string>[] = [
  { origin: 'https://other.example' },
  { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
];

describe('a call in the name of a member', () => {
  const test = useTestApp();

  it("is accepted only in that member's session, so that nothing is sent as somebody else", async () => {
    const [ada, bea] = [await test.member({ name: 'Ada' }), await test.member({ name: 'Bea', gender: 'male' })];
    const { id } = (await ada.call('getUser')).body.user;
    expect((await ada.call('getUser', {}, { 'x-member': id })).status).toBe(200);
    const message = { profile: id, text: 'Written by Ada', idempotency_key: randomUUID() };
    const refused = await bea.call('sendMessage', message, { 'x-member': id });
    expect([refused.status, refused.body.authentication_required]).toEqual([403, true]);
    expect(await test.sql('select from messages')).toEqual([]);
    expect((await bea.call('getUser')).status).toBe(200);
  });

  it('is refused by every member operation in another session, even under a made-up id', async () => {
    const [ada, bea] = [await test.member(), await test.member()];
    const forMembers = (Object.keys(operations) as OperationName[]).filter(
      (name) => operations[name].audience !== 'anyone',
    );
    expect(forMembers.length).toBeGreaterThan(40);
    for (const name of forMembers)
      for (const claimed of [ada.id, 'nobody']) {
        const { status, body } = await bea.call(name, {} as never, { 'x-member': claimed });
        expect([name, status, (body as { authentication_required?: boolean }).authentication_required]).toEqual([
          name,
          403,
          true,
        ]);
      }
    expect((await bea.call('getUser', {}, { 'x-member': bea.id })).status).toBe(200);
  });
});
