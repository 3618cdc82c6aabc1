import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { cuts, type DatabaseProxy, startDatabaseProxy } from '../../bench/faults/database-proxy.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { savePhoto } from './add-photo.ts';
import { variants } from './rules.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { stripes } from '../../tests/support/photo-files.ts';

/** Exceeds the number of statements in the transaction, so that the loop below always ends. */
const mostStatements = 20;

describe('a photo saved while the database connection is cut', () => {
  let proxy: DatabaseProxy;
  let test: TestApp;
  let picture: Buffer;
  beforeAll(async () => {
    const { host, port } = inject('database');
    proxy = await startDatabaseProxy({ host, port });
    test = await createTestApp({ env: { DEMO: '0' }, database: { host: '127.0.0.1', port: proxy.port } });
    picture = await sharp(stripes(40, 40)).png().toBuffer();
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
  });

  const idsInDatabase = async (memberId: MemberId): Promise<string[]> => {
    const rows = await test.sql<{ id: string }>('select photo_id as id from photos where member_id = $1', [memberId]);
    return rows.map(({ id }) => id);
  };
  const listFiles = async (memberId: MemberId): Promise<Record<string, number>> => {
    const files: Record<string, number> = {};
    for await (const { key } of test.context.storage.list()) {
      const [, , owner, photoId = ''] = key.split('/');
      if (owner === memberId) files[photoId] = (files[photoId] ?? 0) + 1;
    }
    return files;
  };

  it.each(cuts)('has all its files if it has a row, and none a day later if it has no row (%s)', async (cut) => {
    let made = 0;
    for (; made < mostStatements; made += 1) {
      const { id } = await quickMember(test, { paid: true });
      const before = proxy.done[cut];
      proxy.arm(cut, made);
      await savePhoto(test.context, id, picture).catch(() => undefined);
      proxy.disarm();
      if (proxy.done[cut] === before) break;
      const complete = Object.fromEntries((await idsInDatabase(id)).map((photoId) => [photoId, variants.length]));
      expect(await listFiles(id), `${cut} ${made}, at once`).toMatchObject(complete);
      test.clock.move(dayMs + 1_000);
      await sweepPictures(test.context);
      expect(await listFiles(id), `${cut} ${made}, a day later`).toEqual(complete);
    }
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(mostStatements);
  });
});
