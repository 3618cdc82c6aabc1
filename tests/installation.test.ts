import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { fillDemoSite } from '../demo/fill-demo-site.ts';
import { insertCast } from '../demo/insert-cast.ts';
import { removeCast } from '../demo/remove-cast.ts';
import { createFolderId } from '../server/platform/storage/files-id.ts';
import { checkInstallation } from '../server/settings/check-installation.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'tealight-installation-'));
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (changes: { production?: boolean; secret?: string; dataDir?: string; isTest?: boolean } = {}) => {
  const { production = true, secret = 'one secret', dataDir = folder, isTest = false } = changes;
  const { database } = test.context;
  return checkInstallation({
    database,
    clock: test.clock,
    secret,
    filesId: createFolderId(dataDir),
    config: { production, rehearsal: isTest, s3: null },
  });
};

describe('a database', () => {
  it('that production has used is refused by every other environment', async () => {
    expect(await start({ production: false })).toBeNull();
    await start();
    await start();
    await expect(start({ production: false })).rejects.toThrow('belongs to production');
  });

  it('accepts no other secret until it is told to forget its own', async () => {
    await start();
    await expect(start({ secret: 'another' })).rejects.toThrow('SECRET is not the one');
    await test.sql('update installation set secret_hash = null');
    await start({ secret: 'another' });
    await expect(start()).rejects.toThrow('SECRET');
    expect(JSON.stringify(await test.sql('select * from installation'))).not.toContain('another');
  });

  it('of a rehearsal is refused for real payments, and one with real payments for a rehearsal', async () => {
    await start({ isTest: true });
    await expect(start()).rejects.toThrow('brought no money');
    await start({ isTest: true });
    await test.sql('update installation set payments_test = null');
    await start();
    await expect(start({ isTest: true })).rejects.toThrow('takes real money');
  });

  it('keeps its data folder, and refuses an empty one such as that of an unmounted disk', async () => {
    const id = await start();
    const other = join(folder, 'not', 'mounted');
    await expect(start({ dataDir: other })).rejects.toThrow(`write ${id} into ${join(other, 'installation')}`);
    const nodes = await Promise.all([start(), start()]);
    expect(nodes).toEqual([id, id]);
    const copy = await mkdtemp(join(folder, 'copy-'));
    await writeFile(join(copy, 'installation'), await readFile(join(folder, 'installation')));
    expect(await start({ dataDir: copy })).toBe(id);
  });

  it('that is new refuses the data folder of another, whose pictures it would remove', async () => {
    await writeFile(join(folder, 'installation'), 'another\n');
    await expect(start()).rejects.toThrow('set folder_id of its table installation to another');
    await test.sql(`update installation set folder_id = 'another'`);
    expect(await start()).toBe('another');
  });
});

describe('/readyz', () => {
  it('answers 503 while the data folder is missing', async () => {
    const ready = async (): Promise<number> => (await test.app.server.inject('/readyz')).statusCode;
    const later = vi.spyOn(Date, 'now');
    let at = Date.now();
    const ask = (): Promise<number> => {
      later.mockReturnValue((at += 2_000));
      return ready();
    };
    test.context.config.dataDir = folder;
    test.context.folderId = await start();
    expect(await ask()).toBe(200);
    await rm(join(folder, 'installation'));
    expect(await ask()).toBe(503);
    await writeFile(join(folder, 'installation'), `${test.context.folderId}\n`);
    expect(await ask()).toBe(200);
  });
});

describe('the cast of the demo', () => {
  it('is never added to a database that has members', async () => {
    await test.member();
    expect(await insertCast(test.context)).toBe(false);
    const said: string[] = [];
    await (
      await fillDemoSite(test.context, (line) => said.push(line))
    )();
    expect(await test.sql('select 1 from profiles where fictional')).toEqual([]);
    expect(said).toEqual(['No demo members are added: the database has members already.']);
  });

  it('keeps production from starting until it is removed, which leaves only conversations with it', async () => {
    await insertCast(test.context);
    await expect(start()).rejects.toThrow('npm run demo -- remove');
    const anna = await test.member();
    const [demo] = await test.sql<{ member_id: MemberId }>('select member_id from profiles where fictional limit 1');
    const message = { profile: demo?.member_id, text: 'Hello', idempotency_key: randomUUID() };
    expect((await anna.call('sendMessage', message)).status).toBe(200);
    expect((await anna.call('searchProfiles')).body.results.length).toBeGreaterThan(0);
    expect(await removeCast(test.context)).toBe(60);
    expect((await anna.call('searchProfiles')).body.results).toEqual([]);
    expect((await anna.call('listChats')).body.chats).toHaveLength(1);
    expect(await removeCast(test.context)).toBe(0);
    await start();
  });
});
