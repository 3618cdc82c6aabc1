import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect } from 'vitest';

import { type S3Server, startS3 } from '../../mocks/s3/server.ts';
import { createLog } from '../../server/platform/monitoring/log.ts';
import { type S3Settings, createS3Storage, openBucket } from '../../server/platform/storage/s3-storage.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';

/** Starts an S3 server with one bucket for the tests of a file. `lines` are the errors that its clients log. */
export function useS3() {
  let server: S3Server;
  let folder: string;
  beforeAll(async () => {
    server = await startS3();
    folder = await mkdtemp(join(tmpdir(), 'tealight-storage-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const lines: Record<string, unknown>[] = [];
  const log = Object.assign(createLog('silent'), { error: (line: object) => void lines.push({ ...line }) });
  const own = {
    region: 'us-east-1',
    keyId: 'key-id',
    secret: 'a secret',
    forcePathStyle: true,
    accel: false,
    alsoDisk: false,
  };
  const open = (changes: Partial<S3Settings> = {}, limits?: Parameters<typeof openBucket>[1]['limits']) =>
    openBucket(
      { ...own, endpoint: server.url, bucket: server.bucket, ...changes },
      { waitingFolder: join(folder, 'waiting'), log, ...(limits && { limits }) },
    );
  return {
    open,
    lines,
    getServer: () => server,
    /** Returns the path of a new folder. */
    makeFolder: () => join(folder, randomUUID()),
    /** Opens a storage of its own in the bucket. */
    inMock: (changes: Partial<S3Settings> = {}) => createS3Storage(open(changes), `t${randomUUID()}`),
  };
}

export async function read(storage: Storage, key: string): Promise<Buffer | undefined> {
  const file = await storage.open(key);
  if (!file) return undefined;
  const bytes = await buffer(file.stream);
  expect(bytes.length).toBe(file.size);
  return bytes;
}

/** Returns each key once. */
export async function listKeys(storage: Storage, after?: string): Promise<string[]> {
  const keys = new Set<string>();
  for await (const { key } of storage.list(after === undefined ? {} : { after })) keys.add(key);
  return [...keys];
}
