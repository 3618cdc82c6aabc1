import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { createTestApp, useTestApp } from '../tests/support/test-app.ts';
import { listSummaries } from '../server/members/list-summaries.ts';
import { onlineSince } from '../server/members/rules.ts';
import { fillDemoSite, updatePresence } from './fill-demo-site.ts';
import { insertCast } from './insert-cast.ts';
import { demoMembers } from './members.data.ts';
import { readPhoto, storePhotos } from './store-photos.ts';

const test = useTestApp();

const ids = async () =>
  (await test.sql<{ member_id: MemberId }>('select member_id from profiles where fictional')).map(
    (row) => row.member_id,
  );

const countOnline = async (): Promise<number> =>
  (await test.sql('select from profiles where fictional and last_active_at > $1', [onlineSince(test.clock.now())]))
    .length;

const visitor = async () => ({ site: (await test.context.sites.atHost('localhost', null)).site, viewerId: null });

describe('a fresh demo site', () => {
  it('gets sixty members labeled as fictional', async () => {
    expect(await insertCast(test.context)).toBe(true);
    const summaries = await listSummaries(test.context, await visitor(), await ids());
    expect(summaries.size).toBe(60);
    for (const summary of summaries.values()) {
      const member = demoMembers.find(({ name }) => name === summary.name)!;
      expect(summary).toMatchObject({
        fictional: true,
        age: member.age,
        gender: member.gender,
        country: member.country,
      });
    }
    expect(await countOnline()).toBe(20);
  });

  it('gets its sixty members only once', async () => {
    expect(await insertCast(test.context)).toBe(false);
    expect(await ids()).toHaveLength(60);
  });

  it('labels its members for good, since the database refuses to remove the label', async () => {
    await expect(test.sql('update profiles set fictional = false')).rejects.toMatchObject({
      constraint: 'profiles_label',
    });
  });

  it('gives its members no credits, hashed passwords and undeliverable email addresses', async () => {
    const rows = await test.sql<{ password_hash: string; balance: number; email: string; status: string }>(
      'select m.password_hash, m.email, m.status, w.balance from members m join wallets w using (member_id)',
    );
    expect(rows).toHaveLength(60);
    for (const row of rows) {
      expect(row).toMatchObject({ balance: 0, status: 'active' });
      expect(row.password_hash).toMatch(/^\$argon2id\$/);
      expect(row.email).toMatch(/@demo\.invalid$/);
    }
  });

  it('stores all main photos before any second photo, and can be stopped', async () => {
    let asked = 0;
    expect(await storePhotos(test.context, () => (asked += 1) > 3)).toBe(3);
    const rows = await test.sql('select 1 from photos where position = 0');
    expect(rows).toHaveLength(3);
    const stored = await test.sql<{ num_photos: number }>(
      'select num_photos from profiles where main_photo is not null',
    );
    expect(stored.map((row) => row.num_photos)).toEqual([1, 1, 1]);
  });

  it('continues with the missing photos after a restart', async () => {
    let asked = 0;
    expect(await storePhotos(test.context, () => (asked += 1) > 2)).toBe(2);
    const rows = await test.sql<{ member_id: MemberId }>('select distinct member_id from photos');
    expect(rows).toHaveLength(5);
  });

  it('keeps a third of its members online', async () => {
    test.clock.move(40 * 60_000);
    await updatePresence(test.context);
    expect(await countOnline()).toBe(20);
  });
});

describe('filling the site', () => {
  it('prints one line, does not wait for the photos, and does not fill the site again', async () => {
    const fresh = await createTestApp();
    const lines: string[] = [];
    const stop = await fillDemoSite(fresh.context, (line) => lines.push(line));
    expect(lines).toEqual([expect.stringContaining('60 fictional members')]);
    expect(await fresh.sql('select 1 from photos')).toEqual([]);
    await stop();
    const stopAgain = await fillDemoSite(fresh.context, (line) => lines.push(line));
    expect(lines).toHaveLength(1);
    expect(await fresh.sql('select 1 from profiles')).toHaveLength(60);
    await stopAgain();
    await fresh.close();
  });
});

it('every photo has the largest size that is stored', async () => {
  for (const { seed, photos } of demoMembers)
    for (let position = 0; position < photos; position += 1) {
      const bytes = await readPhoto(test.context.root, seed, position);
      expect(await sharp(bytes).metadata(), seed).toMatchObject({ format: 'webp', width: 960, height: 1_200 });
    }
});
