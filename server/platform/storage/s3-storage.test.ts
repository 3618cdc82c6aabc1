import { randomBytes } from 'node:crypto';
import { type RequestListener, type ServerResponse, createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { beforeEach, describe, expect, it } from 'vitest';

import type { S3Server } from '../../../mocks/s3/server.ts';
import { S3Error } from '../../../mocks/s3/xml.ts';
import { listenLocally, readBody } from '../../../mocks/shared/local-server.ts';
import { listKeys, read, useS3 } from '../../../tests/support/s3.ts';
import { StartError } from '../database/check-database.ts';
import { createS3Storage } from './s3-storage.ts';
import { StorageError } from './storage.ts';

const { open, inMock, lines, getServer } = useS3();

describe('a bucket', () => {
  let server: S3Server;
  const events = () => lines.map(({ event, status }) => [event, status]);
  beforeEach(() => {
    server = getServer();
    lines.length = 0;
    server.calls.length = 0;
    server.faults.length = 0;
    Object.assign(server.state, { opens: () => false, denies: () => false, pageMax: 1_000 });
  });

  /** Returns the element of an object in a list. */
  const writeObject = (path: string) =>
    `<Contents><Key>${path}</Key><Size>1</Size><LastModified>2026-11-30T00:00:00Z</LastModified></Contents>`;

  /** Opens a storage on a server that answers every request in one way. */
  async function inOther(answer: RequestListener, limits?: Parameters<typeof open>[1]) {
    const { port, close } = await listenLocally(createServer(answer));
    return { storage: createS3Storage(open({ endpoint: `http://127.0.0.1:${port}` }, limits), 'photos'), close };
  }

  it('is listed and emptied page by page', async () => {
    const storage = inMock();
    const keys = Array.from({ length: 25 }, (_, n) => `a/${String(n).padStart(2, '0')}`);
    for (const key of keys) await storage.put(key, Buffer.from(key));
    server.state.pageMax = 10;
    server.calls.length = 0;
    expect(await listKeys(storage)).toEqual(keys);
    expect(server.calls).toHaveLength(3);
    await storage.removeAll('a');
    expect(await listKeys(storage)).toEqual([]);
  });

  it('gets at most 16 requests at once to remove 1,000 objects', async () => {
    const paths = Array.from({ length: 1_000 }, (_, n) => `photos/a/${String(n).padStart(3, '0')}`);
    const contents = paths.map(writeObject).join('');
    const removed: (string | undefined)[] = [];
    const waiting: ServerResponse[] = [];
    let [begun, answered, most] = [0, 0, 0];
    const other = createServer((request, response) => {
      waiting.push(response);
      if (request.method === 'GET') response.write(`<ListBucketResult>${contents}</ListBucketResult>`);
      else removed.push(request.url?.replace(/\?.*/, ''));
      // None is answered before all have arrived that the client has begun.
      if (waiting.length < begun - answered) return;
      most = Math.max(most, waiting.length);
      answered = begun;
      for (const one of waiting.splice(0)) one.end();
    });
    const { port, close } = await listenLocally(other);
    const bucket = open({ endpoint: `http://127.0.0.1:${port}` });
    bucket.client.middlewareStack.add(
      (next) => (args) => {
        begun += 1;
        return next(args);
      },
      { step: 'initialize', name: 'count' },
    );
    await createS3Storage(bucket, 'photos').removeAll('a');
    expect(removed.toSorted()).toEqual(['photos/a', ...paths].map((path) => `/tealight/${path}`));
    expect(most).toBe(16);
    await close();
  });

  it('is asked again when it is too busy or its response is lost, and gives up after three attempts', async () => {
    const storage = inMock();
    server.faults.push('slow-down', 'lose');
    await storage.put('a', Buffer.from('a'));
    expect(server.calls).toHaveLength(3);
    expect(events()).toEqual([]);
    server.faults.push('slow-down', 'slow-down', 'slow-down');
    await expect(storage.put('b', Buffer.from('b'))).rejects.toThrow(StorageError);
    expect(events()).toEqual([['storage.failed', 503]]);
    expect(await read(storage, 'b')).toBeUndefined();
  });

  it('sends the rest of an object that was cut off, and fails if nothing more comes', async () => {
    const storage = inMock();
    const bytes = randomBytes(2_500_000);
    await storage.put('a', bytes);
    server.faults.push('cut', 'cut', 'cut', 'cut', 'cut');
    expect((await read(storage, 'a'))?.equals(bytes)).toBe(true);
    expect(events()).toEqual([]);
    server.faults.push('cut');
    const other = await storage.open('a');
    server.objects.clear();
    await expect(other && buffer(other.stream)).rejects.toThrow('the object is gone');
    await storage.put('a', bytes);
    server.faults.push('cut');
    const changed = await storage.open('a');
    await storage.put('a', randomBytes(2_500_000));
    await expect(changed && buffer(changed.stream)).rejects.toThrow('PreconditionFailed');
  });

  it('requests nothing more once its reader hangs up, and releases the connection', async () => {
    let [asked, left] = [0, 0];
    const { storage, close } = await inOther(
      (request, response) => {
        asked += 1;
        request.socket.once('close', () => (left += 1));
        if (asked === 1) response.writeHead(200, { 'content-length': 9 }).write('half', () => response.destroy());
      },
      { responseMs: 120_000, silenceMs: 120_000, fileMs: 120_000 },
    );
    const file = await storage.open('a');
    file?.stream.resume();
    await expect.poll(() => asked).toBe(2);
    file?.stream.destroy();
    await expect.poll(() => left).toBe(2);
    expect([asked, events()]).toEqual([2, []]);
    await close();
  });

  it('may be silent for as long as it stores a large file', async () => {
    let finish: (() => void) | undefined;
    const { storage, close } = await inOther(
      (request, response) =>
        void readBody(request).then(({ length }) => {
          if (length > 8 * 1024 * 1024) finish = () => response.end();
        }),
      { responseMs: 200, silenceMs: 200, fileMs: 120_000 },
    );
    const stored = storage.put('large', Readable.from([randomBytes(9 * 1024 * 1024)]));
    await expect.poll(() => finish).toBeDefined();
    await expect(storage.put('small', randomBytes(10))).rejects.toThrow('TimeoutError');
    finish?.();
    await stored;
    await close();
  });

  it('fails at a response that it does not understand, instead of taking objects for missing or old', async () => {
    const none = await inOther((_request, response) => response.writeHead(404).end());
    await expect(none.storage.open('a')).rejects.toThrow(StorageError);
    await none.close();
    for (const [fields, message] of [
      ['<Contents><Key>photos/a</Key><Size>1</Size></Contents>', 'the response has no time'],
      ['<Contents><Key>photos/a</Key><LastModified>2026-11-30T00:00:00Z</LastModified></Contents>', 'has no size'],
      ['<IsTruncated>true</IsTruncated>', 'the response has no token'],
      [writeObject('photos/b') + writeObject('photos/a'), 'the list is not sorted'],
      [writeObject('photos/a') + writeObject('photos/a'), 'the list is not sorted'],
    ]) {
      const odd = await inOther((_request, response) => response.end(`<ListBucketResult>${fields}</ListBucketResult>`));
      await expect(listKeys(odd.storage)).rejects.toThrow(message);
      await odd.close();
    }
  });

  it('may say that an object which is to be removed is not there', async () => {
    const { storage, close } = await inOther((request, response) => {
      if (request.method === 'GET') response.end('<ListBucketResult></ListBucketResult>');
      else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    });
    await storage.removeAll('a');
    expect(events()).toEqual([]);
    await close();
  });

  it('releases the connection of an object that nobody reads', async () => {
    const storage = inMock();
    await storage.put('a', randomBytes(5_000_000));
    for (let opened = 0; opened < 120; opened += 1) (await storage.open('a'))?.stream.destroy();
    expect((await read(storage, 'a'))?.length).toBe(5_000_000);
  });

  it('accepts a node whose clock is wrong', async () => {
    for (const hours of [3, -3]) {
      const storage = inMock();
      server.state.skewMs = hours * 3_600_000;
      await storage.put('a', Buffer.from('a'));
      expect(await read(storage, 'a')).toEqual(Buffer.from('a'));
    }
    server.state.skewMs = 0;
    expect(events()).toEqual([]);
  });

  it('fails if objects stay that should be removed', async () => {
    const storage = inMock();
    await storage.put('a/1', Buffer.from('a'));
    server.state.denies = (act, path) => act === 'remove' && path.endsWith('/1');
    await expect(storage.removeAll('a')).rejects.toThrow('AccessDenied');
    server.state.denies = () => false;
    await storage.removeAll('a');
  });

  it('MED-07 is refused if anybody can read, list, write or remove', async () => {
    for (const act of ['read', 'list', 'write', 'remove']) {
      server.state.opens = (asked) => asked === act;
      const refused = inMock().check();
      await expect(refused).rejects.toThrow(new RegExp(`must be private: .* to ${act} `));
      await expect(refused).rejects.toThrow(StartError);
    }
    server.state.opens = () => {
      throw new S3Error(400, 'InvalidRequest', 'Something else is wrong');
    };
    await expect(inMock().check()).rejects.toThrow('gets 400');
  });

  it('MED-07 is tried with requests that have nothing of a signature, as anybody can make them', async () => {
    server.strangers.length = 0;
    await inMock().check();
    const headers = new Set(server.strangers.flatMap((one) => Object.keys(one)));
    expect([server.strangers.length, [...headers].toSorted()]).toEqual([4, ['connection', 'content-length', 'host']]);
  });

  it('is checked by processes that start together', async () => {
    const slow = open({}, { responseMs: 1_000, silenceMs: 1_000, fileMs: 1_000 });
    server.faults.push('ok', 'hang');
    const checked = createS3Storage(slow, 'photos').check();
    await expect.poll(() => server.calls.length).toBe(2);
    // The other one removes its probe, while the first one still reads.
    await createS3Storage(open(), 'photos').check();
    await checked;
    expect(await listKeys(createS3Storage(open(), 'photos'))).toEqual([]);
  });

  it('is refused if it cannot be used', async () => {
    await expect(inMock({ secret: 'another' }).check()).rejects.toThrow('SignatureDoesNotMatch');
    await expect(inMock({ keyId: 'other' }).check()).rejects.toThrow('InvalidAccessKeyId');
    await expect(inMock({ bucket: 'other' }).check()).rejects.toThrow('NoSuchBucket');
    await expect(inMock({ endpoint: 'http://127.0.0.1:9' }).check()).rejects.toThrow('ECONNREFUSED');
    for (const act of ['read', 'list', 'write', 'remove']) {
      server.state.denies = (asked) => asked === act;
      await expect(inMock().check()).rejects.toThrow('AccessDenied');
    }
  });

  it('needs no right to remove erasures', async () => {
    server.state.denies = (act, path) => act === 'remove' && path.startsWith('erasures/');
    await createS3Storage(open(), 'erasures', { removes: false }).check();
    await expect(createS3Storage(open(), 'erasures').check()).rejects.toThrow('AccessDenied');
  });

  it('never logs its secret', async () => {
    await inMock({ secret: 'hunter2' })
      .check()
      .catch(() => undefined);
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});
