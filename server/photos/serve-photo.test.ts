import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { openLink } from '../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { savePhoto } from './add-photo.ts';
import { stripes } from '../../tests/support/photo-files.ts';

describe('the links to photos', () => {
  const test = useTestApp();
  let owner: TestClient;
  let free: TestClient;
  let premium: TestClient;
  beforeAll(async () => {
    [owner, free, premium] = await Promise.all([
      test.member({ gender: 'female' }),
      test.member({ gender: 'male' }),
      test.member({ gender: 'male', paid: true }),
    ]);
    const picture = await sharp(stripes(64, 48)).png().toBuffer();
    for (let made = 0; made < 3; made += 1) await savePhoto(test.context, owner.id, picture);
  });

  const open = async (link: string, client?: TestClient) => (await openLink(test, link, client)).statusCode;
  const profileFor = async (client: TestClient) => (await client.call('getProfile', { id: owner.id })).body.profile;
  const linksIn = (answer: unknown): string[] => JSON.stringify(answer).match(/\/media\/[^"]+/g) ?? [];

  it('AZN-09 MED-11 give free members the main photo, and the others only blurred', async () => {
    const profile = await profileFor(free);
    expect(profile.photos.map(({ locked, image }) => [locked, image === null])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
    const [, second, third] = profile.photos;
    for (const photo of [second, third]) {
      const links = linksIn(photo);
      expect(links).toHaveLength(1);
      expect(links[0]).toMatch(/\/blurred\.webp\?/);
      expect(await open(links[0] as string, free)).toBe(200);
      const stolen = (links[0] as string).replace('blurred', 'full');
      expect(await open(stolen, free)).toBe(403);
    }
  });

  it('give premium members and the owner every photo', async () => {
    for (const client of [premium, owner]) {
      const profile = await profileFor(client);
      expect(profile.photos.map(({ locked }) => locked)).toEqual([false, false, false]);
      for (const link of linksIn(profile)) expect(await open(link, client)).toBe(200);
    }
  });

  it('AZN-10 stop opening locked photos as soon as premium is lost', async () => {
    const late = await test.member({ gender: 'male', paid: true });
    const link = (await profileFor(late)).photos[1]?.image?.filename as string;
    expect(await open(link, late)).toBe(200);
    await test.sql('update members set paid_at = null where member_id = $1', [late.id]);
    expect(await open(link, late)).toBe(403);
  });

  it('MED-08 work only for the viewer they name', async () => {
    const link = (await profileFor(premium)).photos[1]?.image?.filename as string;
    expect(await open(link, premium)).toBe(200);
    expect(await open(link, free)).toBe(403);
    expect(await open(link)).toBe(403);
    expect(await open(link.replace(premium.id, free.id), free)).toBe(403);
    expect(await open(link.replace(/v=[^&]+/, 'v='))).toBe(403);
  });

  it('MED-08 do not work when altered in any part', async () => {
    const profile = await profileFor(premium);
    const link = profile.photos[1]?.image?.filename as string;
    const other = profile.photos[2]?.id as string;
    const altered = [
      link.replace('full', 'thumb'),
      link.replace(profile.photos[1]?.id as string, other),
      link.replace(owner.id, free.id),
      link.replace('/member/', '/chat/'),
      link.replace(/e=(\d+)/, (_all, seconds: string) => `e=${Number(seconds) + 3_600}`),
      link.replace(/e=\d+/, 'e=99999999999999999999'),
      link.replace(/s=.*/, ''),
      link.replace(/s=.*/, 's='),
      link.replace(/s=./, 's=~'),
      link.split('?')[0] as string,
    ];
    for (const url of altered) expect([url, await open(url, premium)]).toEqual([url, 403]);
  });

  it('MED-08 stay identical for half an hour, and expire after 60 minutes', async () => {
    const half = 30 * 60_000;
    const now = test.clock.now().getTime();
    test.clock.set(new Date(Math.ceil(now / half) * half + 60_000));
    const link = (await profileFor(premium)).photos[1]?.image?.filename as string;
    test.clock.move(25 * 60_000);
    expect((await profileFor(premium)).photos[1]?.image?.filename).toBe(link);
    test.clock.move(25 * 60_000);
    expect(await open(link, premium)).toBe(200);
    expect((await profileFor(premium)).photos[1]?.image?.filename).not.toBe(link);
    test.clock.move(10 * 60_000);
    expect(await open(link, premium)).toBe(403);
  });

  it('let a browser reuse its cached picture under a renewed link', async () => {
    const link = (await profileFor(premium)).photos[1]?.image?.filename as string;
    test.clock.move(30 * 60_000);
    const renewed = (await profileFor(premium)).photos[1]?.image?.filename as string;
    const parts = (url: string) => Object.fromEntries(new URL(url, 'http://localhost').searchParams);
    const [before, after] = [parts(link), parts(renewed)];
    const differing = Object.keys(before).filter((name) => before[name] !== after[name]);
    const cookies = Object.fromEntries(premium.cookies);
    const { headers } = await test.app.server.inject({ url: renewed, headers: { host: 'localhost' }, cookies });
    expect(headers['no-vary-search']).toBe(`params=(${differing.map((name) => `"${name}"`).join(' ')})`);
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('last-modified');
  });

  it('MED-08 do not work for a viewer who has been blocked since, or whose session has ended', async () => {
    const bert = await test.member({ gender: 'male', paid: true });
    const link = (await profileFor(bert)).photos[0]?.image?.filename as string;
    expect(await open(link, bert)).toBe(200);
    await owner.call('blockMember', { profile: bert.id });
    expect(await open(link, bert)).toBe(403);
    await owner.call('unblockMember', { profile: bert.id });
    expect(await open(link, bert)).toBe(200);
    const cookies = new Map(bert.cookies);
    await bert.call('logOut');
    for (const [name, value] of cookies) bert.cookies.set(name, value);
    expect(await open(link, bert)).toBe(403);
  });

  it('MED-09 do not work for photos of a banned member', async () => {
    const anna = await test.member();
    await savePhoto(test.context, anna.id, await sharp(stripes(30, 30)).png().toBuffer());
    const link = (await premium.call('getProfile', { id: anna.id })).body.profile.main_image?.filename as string;
    expect(await open(link, premium)).toBe(200);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [anna.id]);
    expect(await open(link, premium)).toBe(404);
  });

  it('MED-07 are the only access: listings, guesses and other paths find nothing', async () => {
    const photo = (await profileFor(premium)).photos[1]?.id as string;
    const guesses = [
      '/media',
      '/media/',
      '/media/member/',
      `/media/member/${owner.id}/`,
      `/media/member/${owner.id}/${photo}/`,
      `/media/member/${owner.id}/${photo}/full.webp`,
      `/media/member/${owner.id}/${photo}/2000.webp`,
      `/media/member/${owner.id}/${photo}/full.webp.bak`,
      `/media/member/${owner.id.slice(0, 2)}/${owner.id}/${photo}/full.webp`,
      `/media/../../secret`,
      `/media/%2e%2e/%2e%2e/secret`,
      `/media/member/${randomUUID()}/${randomUUID()}/thumb.webp?e=1&v=&s=x`,
      `/photos/member/${owner.id.slice(0, 2)}/${owner.id}/${photo}/full.webp`,
    ];
    for (const url of guesses) expect([url, [403, 404].includes(await open(url, premium))]).toEqual([url, true]);
  });
});
