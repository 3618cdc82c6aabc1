import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

import { StartError } from '../database/check-database.ts';
import { openNameless } from '../http/bodies.ts';
import type { Log } from '../monitoring/log.ts';
import { type Storage, StorageError, mustBeKey } from './storage.ts';

export interface S3Settings {
  /** Null: the vendor's own address in the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
  /** The bucket's name is part of the path instead of the host. */
  forcePathStyle: boolean;
  /** nginx fetches the bytes of pictures itself. */
  accel: boolean;
  /** While files move to the bucket: they are kept in the data folder, too, and read there if the bucket lacks them. */
  alsoDisk: boolean;
}

const attemptsMax = 3;
const connectMs = 3_000;
const socketsMax = 100;
/** A larger stream is sent from disk, and not a second time if it fails. */
const memoryMaxBytes = 8 * 1024 * 1024;
/** A picture fits, so that a slow reader holds memory instead of a connection. */
const aheadBytes = 1024 * 1024;
/** Responses without one more byte, after which an object counts as unreadable. */
const cutsMax = 3;
const pageMax = 1_000;
/** A request fails that waits for a socket for `connectMs`, and up to four jobs remove objects at the same time. */
const removesAtOnce = 16;

interface Limits {
  /** Until the response begins; a body in memory has then been sent. */
  responseMs: number;
  /** Without one byte in either direction. */
  silenceMs: number;
  /** Both of these for a file sent from disk: servers are silent while they store a large one. */
  fileMs: number;
}

const usualLimits: Limits = { responseMs: 20_000, silenceMs: 10_000, fileMs: 15 * 60_000 };

/** A bucket, and where its streams wait on disk. */
interface Bucket {
  name: string;
  client: S3Client;
  /** Sends files from disk. */
  sender: S3Client;
  /** Makes the same requests as anybody can make them: without a key. */
  stranger: S3Client;
  waitingFolder: string;
  log: Log;
}

export function openBucket(
  settings: S3Settings,
  { limits = usualLimits, ...own }: Pick<Bucket, 'waitingFolder' | 'log'> & { limits?: Limits },
): Bucket {
  const client = openClient(settings, limits);
  const stranger = openClient(settings, limits);
  stranger.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string>; query: Record<string, unknown> };
      request.headers = { host: request.headers['host'] ?? '' };
      delete request.query['x-id'];
      return next(args);
    },
    // After the signature.
    { step: 'deserialize', priority: 'low', name: 'plain' },
  );
  const sender = openClient(settings, { responseMs: limits.fileMs, silenceMs: limits.fileMs });
  return { name: settings.bucket, client, sender, stranger, ...own };
}

function openClient(settings: S3Settings, { responseMs, silenceMs }: Pick<Limits, 'responseMs' | 'silenceMs'>) {
  const { endpoint, region, forcePathStyle, keyId, secret } = settings;
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== null && { endpoint }),
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    maxAttempts: attemptsMax,
    retryMode: 'standard',
    // Many other servers do not know the vendor's newer checksums. The signature covers the hash of each body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: socketsMax },
      httpsAgent: { maxSockets: socketsMax },
    },
  });
}

interface FolderOptions {
  /** Whether nginx may fetch objects of the folder. */
  presigns?: boolean;
  /** Without them, the key needs no right to remove objects of the folder. */
  removes?: boolean;
  /** Returns the key of an object for the check. It has the form of the others: a rule may open only those. */
  makeProbe?: () => string;
}

/**
 * Stores files below `folder` of a bucket. Throws a `StorageError`, after logging it, when the bucket cannot be reached
 * or refuses.
 */
export function createS3Storage(bucket: Bucket, folder: string, options: FolderOptions = {}): Storage {
  const toPath = (key: string): string => `${folder}/${mustBeKey(key)}`;
  const storage: Storage = {
    put: async (key, bytes) => {
      const path = toPath(key);
      if (bytes instanceof Uint8Array) return put(bucket, path, bytes);
      const file = await openNameless(bucket.waitingFolder);
      try {
        await writeFile(file, bytes);
        await putFile(bucket, path, file);
      } finally {
        await file.close();
      }
    },
    open: (key) => open(bucket, toPath(key)),
    ...(options.presigns && { presign: (key, method) => presign(bucket, toPath(key), method) }),
    locate: (key) => `s3://${bucket.name}/${toPath(key)}`,
    removeAll: async (prefix, names) => {
      if (names)
        return remove(
          bucket,
          names.map((name) => toPath(`${prefix}/${name}`)),
        );
      const path = toPath(prefix);
      let keys = [path];
      for await (const { key } of list(bucket, `${path}/`)) {
        if (keys.length === removesAtOnce) await remove(bucket, keys.splice(0));
        keys.push(key);
      }
      await remove(bucket, keys);
    },
    list: async function* ({ after } = {}) {
      const start = `${folder}/`;
      for await (const { key, ...file } of list(bucket, start, after && `${start}${after}`))
        yield { key: key.slice(start.length), ...file };
    },
    check: () => check(bucket, folder, storage, options),
  };
  return storage;
}

const presignedSeconds = 60;

/** Part of the vendor's signer; its own type has only `sign`. */
interface Presigner {
  presign(
    request: {
      method: string;
      protocol: string;
      hostname: string;
      path: string;
      query: Record<string, string>;
      headers: Record<string, string>;
    },
    options: { expiresIn: number; signingDate: Date },
  ): Promise<{ query?: Record<string, unknown> }>;
}

/** Signs the address of an object. The vendor's client requests nothing: it says where it would find the object. */
async function presign({ client, name }: Bucket, path: string, method: 'GET' | 'HEAD'): Promise<string> {
  const { signer, systemClockOffset } = client.config;
  let address = '';
  const command = new GetObjectCommand({ Bucket: name, Key: path });
  command.middlewareStack.add(
    () => async (args) => {
      const { port, ...at } = args.request as { protocol: string; hostname: string; port?: number; path: string };
      const { protocol, hostname, path: place } = at;
      const host = port === undefined ? hostname : `${hostname}:${port}`;
      const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
      const presigner = (await signer()) as unknown as Presigner;
      const { query } = await presigner.presign(
        { method, protocol, hostname, path: place, query: {}, headers },
        { expiresIn: presignedSeconds, signingDate: new Date(Date.now() + systemClockOffset) },
      );
      address = `${place}?${new URLSearchParams(query as Record<string, string>).toString()}`;
      return { response: undefined, output: { $metadata: {} } };
    },
    { step: 'build', priority: 'low', name: 'presign' },
  );
  await client.send(command);
  return address;
}

/** Logs an error of the vendor's client once, and throws a `StorageError` without it: it holds the signed request. */
function fail(bucket: Bucket, action: string, path: string, error: unknown): never {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number; attempts?: number } };
  const status = $metadata?.httpStatusCode;
  const facts = { action, path, name, status, attempts: $metadata?.attempts };
  bucket.log.error({ event: 'storage.failed', ...facts, err: message }, 'the bucket failed');
  throw new StorageError(`the bucket ${bucket.name} failed: ${action} ${path}: ${name} ${status ?? ''} ${message}`);
}

async function put(bucket: Bucket, path: string, bytes: Uint8Array): Promise<void> {
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: path, Body: bytes });
  await bucket.client.send(command).catch((error) => fail(bucket, 'put', path, error));
}

async function putFile(bucket: Bucket, path: string, file: FileHandle): Promise<void> {
  const read = () => file.createReadStream({ start: 0, autoClose: false });
  const { size } = await file.stat();
  if (size <= memoryMaxBytes) return put(bucket, path, await buffer(read()));
  const hash = createHash('sha256');
  for await (const piece of read()) hash.update(piece as Buffer);
  const sha256 = hash.digest('hex');
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: path, Body: read(), ContentLength: size });
  // The vendor's client would leave the hash of a stream out of the signature.
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'hash' },
  );
  await bucket.sender.send(command).catch((error) => fail(bucket, 'put', path, error));
}

interface Got {
  body: Readable;
  size: number;
  etag: string | undefined;
}

interface Rest {
  at: number;
  etag: string | undefined;
  signal: AbortSignal;
}

/** Requests an object, or its rest as long as it is the same; undefined if there is none, or after the signal. */
async function get(bucket: Bucket, path: string, rest?: Rest): Promise<Got | undefined> {
  const range = rest && { Range: `bytes=${rest.at}-`, ...(rest.etag !== undefined && { IfMatch: rest.etag }) };
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: path, ...range });
  const found = await bucket.client
    .send(command, { ...(rest && { abortSignal: rest.signal }) })
    .catch((error: Error) => {
      // Another 404, such as that of a wrong address, says nothing about the object.
      return error.name === 'NoSuchKey' || rest?.signal.aborted ? undefined : fail(bucket, 'get', path, error);
    });
  if (!found) return undefined;
  const { Body, ContentLength: size, ETag: etag, ContentRange: part } = found;
  const body = Body as Readable;
  // The next read notices it.
  body.on('error', () => undefined);
  if (size === undefined || (rest && !part?.startsWith(`bytes ${rest.at}-`))) {
    body.destroy();
    return fail(bucket, 'get', path, new Error('the response has no length or another part'));
  }
  return { body, size, etag };
}

async function open(bucket: Bucket, path: string): Promise<{ stream: Readable; size: number } | undefined> {
  const got = await get(bucket, path);
  return got && { stream: readOn(bucket, path, got), size: got.size };
}

/** Reads an object to its end. After a body that was cut off, or was silent for too long, the rest is requested. */
function readOn(bucket: Bucket, path: string, { body: first, size, etag }: Got): Readable {
  const hangUp = new AbortController();
  const { signal } = hangUp;
  const iterate = (one: Readable) => one[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let body = first;
  let pieces = iterate(body);
  let [at, cuts] = [0, 0];
  const next = async (): Promise<Buffer | null> => {
    for (;;) {
      const piece = await pieces.next().catch(() => null);
      if (piece && !piece.done) {
        at += piece.value.length;
        cuts = 0;
        return piece.value;
      }
      if (at === size || signal.aborted) return null;
      if (cuts === cutsMax) fail(bucket, 'get', path, new Error(`cut off after ${at} of ${size} bytes`));
      cuts += 1;
      const rest = await get(bucket, path, { at, etag, signal });
      if (rest) pieces = iterate((body = rest.body));
      if (signal.aborted) body.destroy();
      else if (!rest) fail(bucket, 'get', path, new Error('the object is gone'));
    }
  };
  const stream = new Readable({
    highWaterMark: aheadBytes,
    read: () =>
      void next().then(
        (piece) => stream.push(piece),
        (error: Error) => stream.destroy(error),
      ),
    destroy: (error, done) => {
      hangUp.abort();
      body.destroy();
      done(error);
    },
  });
  return stream;
}

async function* list(bucket: Bucket, prefix: string, after?: string) {
  const request = { Bucket: bucket.name, Prefix: prefix, MaxKeys: pageMax, ...(after && { StartAfter: after }) };
  const refuse = (what: string): never => fail(bucket, 'list', prefix, new Error(`the response has no ${what}`));
  let last = after ?? '';
  for (let token: string | undefined; ;) {
    const command = new ListObjectsV2Command({ ...request, ContinuationToken: token });
    const page = await bucket.client.send(command).catch((error) => fail(bucket, 'list', prefix, error));
    for (const { Key: key = refuse('key'), Size, LastModified } of page.Contents ?? []) {
      // Some servers sort by folder. Whoever reads on after a key would miss objects.
      if (key <= last) fail(bucket, 'list', prefix, new Error('the list is not sorted'));
      last = key;
      yield { key, size: Size ?? refuse('size'), at: LastModified ?? refuse('time') };
    }
    if (!page.IsTruncated) return;
    token = page.NextContinuationToken ?? refuse('token');
  }
}

/** Removes objects one by one: for many at once, some servers want a checksum that the client does not send. */
async function remove(bucket: Bucket, paths: readonly string[]): Promise<void> {
  const removeOne = async (path: string): Promise<void> => {
    const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: path });
    await bucket.client.send(command).catch((error: Error) => {
      // Amazon's own does not say so.
      if (error.name !== 'NoSuchKey') fail(bucket, 'remove', path, error);
    });
  };
  // Whoever hears of a failure may try again at once, so nothing is under way any more.
  for (const one of await Promise.allSettled(paths.map(removeOne))) if (one.status === 'rejected') throw one.reason;
}

async function check(
  bucket: Bucket,
  folder: string,
  storage: Storage,
  // Another process may check at the same time, and remove what it wrote.
  { removes = true, makeProbe = () => `probe-${randomUUID()}` }: FolderOptions,
): Promise<void> {
  const key = makeProbe();
  await storage.put(key, Buffer.from(key));
  const file = await storage.open(key);
  if (!file || (await text(file.stream)) !== key)
    fail(bucket, 'get', `${folder}/${key}`, new Error('the object is not there'));
  await storage.list()[Symbol.asyncIterator]().next();
  await refuseStrangers(bucket, folder, key);
  if (removes) await storage.removeAll(key);
}

/** Only these refuse: another response may mean that the request was not understood, while another one would be. */
const refusals = [401, 403];

async function refuseStrangers(bucket: Bucket, folder: string, key: string): Promise<void> {
  const { stranger, name: Bucket } = bucket;
  const Key = `${folder}/${key}`;
  const acts = {
    read: () => stranger.send(new GetObjectCommand({ Bucket, Key })),
    list: () => stranger.send(new ListObjectsV2Command({ Bucket, Prefix: `${folder}/`, MaxKeys: 1 })),
    write: () => stranger.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(key) })),
    remove: () => stranger.send(new DeleteObjectCommand({ Bucket, Key })),
  };
  for (const [act, request] of Object.entries(acts)) {
    const error = await request().then(
      () => null,
      (refused: Error & { $metadata?: { httpStatusCode?: number } }) => refused,
    );
    const status = error === null ? 200 : (error.$metadata?.httpStatusCode ?? 500);
    if (refusals.includes(status)) continue;
    if (status >= 500) fail(bucket, act, Key, error);
    throw new StartError(
      `the bucket ${Bucket} must be private: a request without a key to ${act} ${folder}/ gets ${status} instead of ${refusals.join(' or ')}. Close it to the public`,
    );
  }
}
