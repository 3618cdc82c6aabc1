import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { listKeys, read, useS3 } from '../../../tests/support/s3.ts';
import { StartError } from '../database/check-database.ts';
import { type Storage, StorageError } from './storage.ts';
import { createBucketId, createFolderId, createMovingId } from './files-id.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createMovingStorage, moveFiles } from './move-files.ts';

const { inMock, makeFolder } = useS3();

/** Opens a real server for the same tests: `https://key:secret@host/bucket?region=eu-west-1`. */
function inReal(text: string): Storage {
  const { origin, username, password, pathname, searchParams } = new URL(text);
  return inMock({
    endpoint: origin,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.slice(1),
    keyId: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  });
}

const realUrl = process.env['S3_TEST_URL'];
if (!realUrl) process.stderr.write('SKIPPED: the tests of storage on a real S3 server need S3_TEST_URL.\n');

const kinds: [name: string, create: () => Storage][] = [
  ['a folder', () => createDiskStorage(makeFolder())],
  ['a bucket', () => inMock()],
  ...(realUrl ? [['a bucket of a real server', () => inReal(realUrl)] as [string, () => Storage]] : []),
  ['a folder that moves to a bucket', () => createMovingStorage(createDiskStorage(makeFolder()), inMock())],
];

describe.each(kinds)('%s', (_name, create) => {
  let storage: Storage;
  beforeEach(() => {
    storage = create();
  });

  it('gives back what was put, as bytes or as a stream, and nothing for other keys', async () => {
    const [small, large] = [randomBytes(700), randomBytes(9 * 1024 * 1024)];
    await storage.put('member/ab/one/full.webp', small);
    await storage.put('exports/two', Readable.from([large.subarray(0, 100), large.subarray(100)]));
    await storage.put('empty', new Uint8Array());
    expect(await read(storage, 'member/ab/one/full.webp')).toEqual(small);
    expect((await read(storage, 'exports/two'))?.equals(large)).toBe(true);
    expect(await read(storage, 'empty')).toEqual(Buffer.alloc(0));
    expect(await read(storage, 'member/ab/one/thumb.webp')).toBeUndefined();
    expect(await read(storage, 'member/ab/one')).toBeUndefined();
    await storage.put('empty', small);
    expect(await read(storage, 'empty')).toEqual(small);
  });

  it('keeps nothing of a stream that fails', async () => {
    const failing = async function* () {
      yield randomBytes(10);
      throw new Error('the source is gone');
    };
    await expect(storage.put('exports/one', Readable.from(failing()))).rejects.toThrow('the source is gone');
    expect(await read(storage, 'exports/one')).toBeUndefined();
  });

  it('lists its objects in order with size and time, all or those after a key, and removes no others', async () => {
    const before = Date.now();
    for (const key of ['a/one/1', 'a/one/2', 'a/one-more/1', 'b/1']) await storage.put(key, Buffer.from(key));
    const keys = ['a/one-more/1', 'a/one/1', 'a/one/2', 'b/1'];
    expect(await listKeys(storage)).toEqual(keys);
    for (const [index, key] of keys.entries()) expect(await listKeys(storage, key)).toEqual(keys.slice(index + 1));
    expect(await listKeys(storage, 'a/one')).toEqual(keys);
    expect(await listKeys(storage, 'a/one-n')).toEqual(keys.slice(1));
    expect(await listKeys(storage, 'a/one/12')).toEqual(keys.slice(2));
    for await (const { key, size, at } of storage.list()) {
      expect(size).toBe(key.length);
      expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000);
    }
    await storage.removeAll('a/one');
    await storage.removeAll('b/1');
    await storage.removeAll('c');
    expect(await listKeys(storage)).toEqual(['a/one-more/1']);
    await storage.removeAll('a/one-more');
  });

  it('takes only keys that are made here', async () => {
    for (const key of ['', '../secret', 'a//b', '/a', 'a/../b', 'a/B', 'a/b.png', 'a%2f']) {
      await expect(Promise.resolve().then(() => storage.put(key, new Uint8Array()))).rejects.toThrow('storage key');
      await expect(Promise.resolve().then(() => storage.open(key))).rejects.toThrow('storage key');
      await expect(Promise.resolve().then(() => storage.removeAll(key))).rejects.toThrow('storage key');
    }
  });

  it('passes its own check', async () => {
    await storage.check();
    expect(await listKeys(storage)).toEqual([]);
  });
});

it('a file that is open stays readable to its end, although it is removed before the first byte is read', async () => {
  const path = makeFolder();
  const storage = createDiskStorage(path);
  await storage.put('a/1', Buffer.from('bytes'));
  const file = await storage.open('a/1');
  // At once: nothing else of the process runs in between.
  rmSync(join(path, 'a/1'));
  expect(file && (await buffer(file.stream)).toString()).toBe('bytes');
});

it('a file is on the disk with its folders before it counts as stored', async () => {
  const handle = await open('.');
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as { sync(): Promise<void> }, 'sync');
  await handle.close();
  const storage = createDiskStorage(makeFolder());
  await storage.put('on/2033-01-01/one', new Uint8Array());
  // The file, the three folders that were made, and the one above them.
  expect(sync).toHaveBeenCalledTimes(5);
  await storage.put('on/2033-01-01/two', new Uint8Array());
  expect(sync).toHaveBeenCalledTimes(7);
  sync.mockRestore();
});

describe('a move', () => {
  const openBoth = () => {
    const path = makeFolder();
    const [from, to] = [createDiskStorage(path), inMock()];
    return { path, from, to, both: createMovingStorage(from, to) };
  };
  const fill = async (storage: Storage, keys: readonly string[]) => {
    for (const key of keys) await storage.put(key, Buffer.from(key));
  };
  const old = [
    'a-root',
    'chat/aa/c/1/full.webp',
    'member/ab/x/1/full.webp',
    'member/ab/x/1/thumb.webp',
    'member/ac/y/2/full.webp',
  ];

  it('copies what the bucket lacks or has in another size, and nothing else', async () => {
    const { path, from, to } = openBoth();
    await fill(from, old);
    await fill(to, [old[0] as string]);
    await to.put(old[1] as string, Buffer.from('half'));
    await writeFile(join(path, 'member/ab/x/1/full.webp.0a1b2c.part'), 'half');
    expect(await moveFiles(from, to, () => undefined)).toMatchObject({ files: 5, copied: 4 });
    expect(await listKeys(to)).toEqual(old);
    for (const key of old) expect(await read(to, key)).toEqual(Buffer.from(key));
    expect(await moveFiles(from, to, () => undefined)).toEqual({ files: 5, copied: 0, bytes: 0 });
  });

  it('goes on where it was interrupted', async () => {
    const { from, to } = openBoth();
    await fill(from, old);
    let puts = 0;
    const failing: Storage = {
      ...to,
      put: async (key, bytes) => {
        if (puts++ === 2) throw new StorageError('the bucket is gone');
        return to.put(key, bytes);
      },
    };
    await expect(moveFiles(from, failing, () => undefined)).rejects.toThrow('gone');
    await expect.poll(async () => (await listKeys(to)).length).toBe(4);
    expect(await moveFiles(from, to, () => undefined)).toMatchObject({ copied: 1 });
    expect(await listKeys(to)).toEqual(old);
  });

  it('MED-09 leaves no file in the bucket that is removed while it is copied', async () => {
    const { from, to, both } = openBoth();
    await fill(from, old);
    const slow: Storage = {
      ...to,
      // The copy is on its way while the picture is removed from both places.
      put: async (key, bytes) => {
        if (key.startsWith('member/ab')) await both.removeAll('member/ab/x/1');
        return to.put(key, bytes);
      },
    };
    await moveFiles(from, slow, () => undefined);
    expect(await listKeys(to)).toEqual(old.filter((key) => !key.startsWith('member/ab')));
  });

  it('copies a file again that is written while it is copied', async () => {
    const { from, to, both } = openBoth();
    await fill(from, ['last/note']);
    let writes = 0;
    const slow: Storage = {
      ...to,
      put: async (key, bytes) => {
        if (writes < 2) await both.put(key, Buffer.from(`note ${++writes}`));
        return to.put(key, bytes);
      },
    };
    await moveFiles(from, slow, () => undefined);
    for (const one of [from, to]) expect((await read(one, 'last/note'))?.toString()).toBe('note 2');
  });

  it('meanwhile writes to both places, reads either and removes from both', async () => {
    const { from, to, both } = openBoth();
    await fill(from, ['a/old']);
    await both.put('a/bytes', Buffer.from('bytes'));
    await both.put('a/stream', Readable.from([Buffer.from('stream')]));
    for (const one of [from, to]) expect((await read(one, 'a/stream'))?.toString()).toBe('stream');
    expect((await read(both, 'a/old'))?.toString()).toBe('a/old');
    expect(await listKeys(both)).toEqual(['a/bytes', 'a/stream', 'a/old']);
    await both.removeAll('a');
    for (const one of [from, to]) expect(await listKeys(one)).toEqual([]);
  });

  it('has the id of the folder, claims the bucket for it, and refuses that of another installation', async () => {
    const { path, to } = openBoth();
    const [inFolder, inBucket] = [createFolderId(path), createBucketId(to)];
    const id = createMovingId(inFolder, to);
    expect(await id.read()).toBeNull();
    await id.write('mine');
    await id.claim?.('mine');
    expect([await id.read(), await inFolder.read(), await id.hasMoved()]).toEqual(['mine', 'mine', false]);
    // Neither without the folder nor with another.
    await expect(inBucket.read()).rejects.toThrow('does not have all files yet: set PHOTOS_ALSO=disk');
    await rm(join(path, 'installation'));
    await expect(id.read()).rejects.toThrow(StartError);
    await inFolder.write('other');
    await expect(id.read()).rejects.toThrow('do not belong to the same database');
    await rm(join(path, 'installation'));
    await inFolder.write('mine');
    await id.end('mine');
    await id.claim?.('mine');
    expect([await id.read(), await inBucket.read(), await id.hasMoved()]).toEqual(['mine', 'mine', true]);
  });
});
