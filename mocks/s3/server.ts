import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';

import { listenLocally, readBody } from '../shared/local-server.ts';
import { createCheck } from './signature.ts';
import { S3Error, writeXml } from './xml.ts';

/**
 * `slow-down` refuses a request; `cut` sends half of the body and breaks the connection; `lose` does the work and
 * breaks it without a response; `hang` never responds.
 */
type Fault = 'ok' | 'slow-down' | 'cut' | 'lose' | 'hang';

type Act = 'read' | 'list' | 'write' | 'remove' | 'other';

interface StoredObject {
  bytes: Buffer;
  etag: string;
  at: Date;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer;
}

interface Call {
  method: string;
  /** Empty for a call about the bucket. */
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const keysMax = 1_000;

/** Starts a server with one private bucket and the part of S3 that the app uses, addressed by path. */
export async function startS3({
  bucket = 'tealight',
  keyId = 'key-id',
  secret = 'a secret',
  region = 'us-east-1',
} = {}) {
  const objects = new Map<string, StoredObject>();
  const state = {
    /** Whether anybody may do this to an object, or below a prefix, without a key: never, if the bucket is private. */
    opens: (_act: Act, _path: string): boolean => false,
    /** Whether this is refused although the request has the key. */
    denies: (_act: Act, _path: string): boolean => false,
    /** By how much this server's clock is ahead. */
    skewMs: 0,
    /** The most keys in a page of a list. */
    pageMax: keysMax,
  };
  /** Used up first, one for each request. */
  const faults: Fault[] = [];
  const calls: string[] = [];
  /** The headers of the requests without a key. */
  const strangers: IncomingMessage['headers'][] = [];
  const now = (): Date => new Date(Date.now() + state.skewMs);
  const checkSignature = createCheck({ keyId, secret, region, now });

  const answer = async (request: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3');
    const [, name = '', ...path] = pathname.split('/').map(decodeURIComponent);
    const call: Call = { method: request.method ?? '', key: path.join('/'), query, headers: request.headers, body };
    const { act, run } = chooseWork(call);
    const isSigned = request.headers.authorization !== undefined || query.has('X-Amz-Signature');
    if (isSigned) await checkSignature(request, body);
    else strangers.push(request.headers);
    const may: Work['may'] = (...what) => (isSigned ? !state.denies(...what) : state.opens(...what));
    if (!may(act, act === 'list' ? (query.get('prefix') ?? '') : call.key)) throw accessDenied();
    if (name !== bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return run({ objects, now, may, pageMax: state.pageMax }, call);
  };

  const server = createServer((request, response) => {
    const fault = faults.shift() ?? 'ok';
    calls.push(`${request.method} ${request.url}`);
    response.setHeader('date', now().toUTCString());
    void readBody(request).then(async (body) => {
      if (fault === 'hang') return;
      const made = await (
        fault === 'slow-down'
          ? Promise.reject(new S3Error(503, 'SlowDown', 'Please reduce your request rate.'))
          : answer(request, body)
      ).catch((error: unknown) => toAnswer(error));
      if (fault === 'lose') request.socket.destroy();
      else send(request, response, made, fault === 'cut');
    });
  });
  const { port, close } = await listenLocally(server);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    S3_ENDPOINT: url,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_KEY_ID: keyId,
    S3_SECRET: secret,
    S3_FORCE_PATH_STYLE: '1',
  };
  return { url, bucket, env, objects, state, faults, calls, strangers, close };
}

export type S3Server = Awaited<ReturnType<typeof startS3>>;

function toAnswer(error: unknown): Answer {
  if (!(error instanceof S3Error)) throw error;
  const { status, code, message } = error;
  return { status, ...writeXml('Error', { Code: code, Message: message, RequestId: 'mock' }) };
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer, isCut: boolean) {
  const bytes = body ?? Buffer.alloc(0);
  response.writeHead(status, { 'content-length': String(bytes.length), ...headers });
  if (request.method === 'HEAD') response.end();
  else if (!isCut) response.end(bytes);
  else response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
}

interface Work {
  objects: Map<string, StoredObject>;
  now: () => Date;
  may(act: Act, path: string): boolean;
  pageMax: number;
}

function accessDenied(): S3Error {
  return new S3Error(403, 'AccessDenied', 'Access Denied');
}

function chooseWork({ method, key, query }: Call): { act: Act; run: (work: Work, call: Call) => Answer } {
  if (key === '' && method === 'GET' && query.get('list-type') === '2') return { act: 'list', run: list };
  if (key !== '' && method === 'PUT') return { act: 'write', run: put };
  if (key !== '' && (method === 'GET' || method === 'HEAD')) return { act: 'read', run: get };
  if (key !== '' && method === 'DELETE') return { act: 'remove', run: remove };
  return { act: 'other', run: refuse };
}

function refuse(): never {
  throw new S3Error(501, 'NotImplemented', 'A function that is not implemented was requested.');
}

function put({ objects, now }: Work, { key, body }: Call): Answer {
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  // Times of S3 are whole seconds.
  objects.set(key, { bytes: body, etag, at: new Date(Math.floor(now().getTime() / 1_000) * 1_000) });
  return { status: 200, headers: { etag } };
}

function get({ objects, may }: Work, { key, headers }: Call): Answer {
  const found = objects.get(key);
  // Who may not list the bucket does not learn either what it lacks.
  if (!found && !may('list', key)) throw accessDenied();
  if (!found) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  const { bytes, etag, at } = found;
  const wanted = headers['if-match'];
  if (wanted !== undefined && wanted !== etag)
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  const facts = {
    etag,
    'last-modified': at.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': 'binary/octet-stream',
    'cache-control': 'public, max-age=31536000',
    server: 'AmazonS3',
    'x-amz-request-id': 'mock',
    'x-amz-id-2': 'mock',
    'x-amz-server-side-encryption': 'AES256',
    'x-amz-version-id': 'mock',
  };
  if (headers.range === undefined) return { status: 200, headers: facts, body: bytes };
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range) ?? [];
  const last = to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (from === '' || Number(from) > last)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  const part = bytes.subarray(Number(from), last + 1);
  return { status: 206, headers: { ...facts, 'content-range': `bytes ${from}-${last}/${bytes.length}` }, body: part };
}

function remove({ objects }: Work, { key }: Call): Answer {
  objects.delete(key);
  return { status: 204 };
}

function list({ objects, pageMax }: Work, { query }: Call): Answer {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const most = Math.min(Number(query.get('max-keys') ?? keysMax), pageMax);
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const page = keys.slice(0, most);
  const isTruncated = page.length < keys.length;
  return {
    status: 200,
    ...writeXml('ListBucketResult', {
      Prefix: prefix,
      KeyCount: page.length,
      MaxKeys: most,
      IsTruncated: isTruncated,
      ...(token !== null && { ContinuationToken: token }),
      ...(isTruncated && { NextContinuationToken: Buffer.from(page.at(-1) ?? '').toString('base64url') }),
      Contents: page.map((Key) => {
        const { bytes, etag, at } = objects.get(Key) as StoredObject;
        return { Key, LastModified: at.toISOString(), ETag: etag, Size: bytes.length, StorageClass: 'STANDARD' };
      }),
    }),
  };
}
