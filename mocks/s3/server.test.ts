import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type S3Server, startS3 } from './server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.close());
beforeEach(() => server.objects.clear());

interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

interface Received {
  statusCode: number;
  headers: Record<string, string>;
  body: Readable;
}

/** Creates the vendor's client. `alter` changes a request after it was signed, `see` gets each response as it came. */
function connect(
  options: { secret?: string; keyId?: string; offsetMs?: number } = {},
  alter: (sent: Sent) => void = () => undefined,
  see: (text: string) => void = () => undefined,
) {
  const client = new S3Client({
    endpoint: server.url,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    systemClockOffset: options.offsetMs ?? 0,
    credentials: { accessKeyId: options.keyId ?? 'key-id', secretAccessKey: options.secret ?? 'a secret' },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      alter(args.request as Sent);
      const result = await next(args);
      const response = result.response as Received;
      const bytes = await buffer(response.body);
      see(bytes.toString());
      response.body = Readable.from([bytes], { objectMode: false });
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'alter' },
  );
  return client;
}

const of = { Bucket: 'tealight' };
const put = (client: S3Client, Key = 'a', Body = Buffer.from('content')) =>
  client.send(new PutObjectCommand({ ...of, Key, Body }));
const get = (client: S3Client, Key = 'a') => client.send(new GetObjectCommand({ ...of, Key }));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error & { $metadata: { httpStatusCode: number } }) => `${error.$metadata.httpStatusCode} ${error.name}`,
  );

describe('the signature', () => {
  beforeEach(() => put(connect()));

  it.each<[string, string, Parameters<typeof connect>]>([
    ['right', 'accepted', []],
    ['absent', '403 AccessDenied', [{}, ({ headers }) => delete headers['authorization']]],
    ['of another secret', '403 SignatureDoesNotMatch', [{ secret: 'another' }]],
    ['of another key', '403 InvalidAccessKeyId', [{ keyId: 'another' }]],
    ['altered', '403 SignatureDoesNotMatch', [{}, ({ headers }) => (headers['authorization'] = flip(headers))]],
    ['for another object', '403 SignatureDoesNotMatch', [{}, (sent) => (sent.path = sent.path.replace('/a', '/b'))]],
    // A response to HEAD has no body that could name the code.
    ['for another method', '403 Unknown', [{}, (sent) => (sent.method = 'HEAD')]],
    ['for another query', '403 SignatureDoesNotMatch', [{}, ({ query }) => (query['versionId'] = '1')]],
    ['an hour old', '403 RequestTimeTooSkewed', [{ offsetMs: -3_600_000 }]],
    ['an hour ahead', '403 RequestTimeTooSkewed', [{ offsetMs: 3_600_000 }]],
    ['without a header', '403 AccessDenied', [{}, ({ headers }) => (headers['x-amz-acl'] = 'public-read')]],
    ['malformed', '400 AuthorizationHeaderMalformed', [{}, ({ headers }) => (headers['authorization'] = 'AWS4')]],
  ])('that is %s: %s', async (_what, wanted, [options, alter]) => {
    expect(await refusal(get(connect(options, alter)))).toBe(wanted);
  });

  it('covers the content', async () => {
    const otherBody = (sent: Sent) => void (sent.body = Buffer.from('CONTENT'));
    expect(await refusal(put(connect({}, otherBody)))).toBe('400 XAmzContentSHA256Mismatch');
    const otherHash = (sent: Sent) => void (sent.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD');
    expect(await refusal(put(connect({}, otherHash)))).toBe('400 XAmzContentSHA256Mismatch');
    expect(server.objects.get('a')?.bytes.toString()).toBe('content');
  });

  const flip = ({ authorization = '' }: Record<string, string>): string =>
    authorization.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'));
});

it('a private bucket shows nothing without a key: neither objects nor whether they exist', async () => {
  await put(connect());
  for (const path of ['', '/', '/a', '/b', '?list-type=2', '?versions', '/a?acl', '?policy'])
    expect([path, (await fetch(`${server.url}/tealight${path}`)).status]).toEqual([path, 403]);
  for (const method of ['PUT', 'DELETE', 'HEAD'])
    expect((await fetch(`${server.url}/tealight/a`, { method })).status).toBe(403);
  expect(server.objects.size).toBe(1);
});

describe('the responses', () => {
  /**
   * Lists all values in what the vendor's client made of a response; fields that it does not know are missing there.
   */
  function listValues(value: unknown): string[] {
    if (value instanceof Date) return [value.toISOString()];
    if (Array.isArray(value)) return value.flatMap(listValues);
    if (typeof value !== 'object' || value === null) return value === undefined ? [] : [String(value)];
    return Object.entries(value).flatMap(([name, one]) => (name === '$metadata' ? [] : listValues(one)));
  }
  const listTexts = (xml: string): string[] =>
    [...xml.matchAll(/<(\w+)>([^<]+)<\/\1>/g)].map(([, , text = '']) => text);

  it('have only fields and values that the vendor’s client knows', async () => {
    let xml = '';
    const client = connect({}, undefined, (text) => (xml = text));
    for (const Key of ['a/1', 'a/2', 'a/3']) await put(client, Key);
    const first = await client.send(new ListObjectsV2Command({ ...of, Prefix: 'a/', MaxKeys: 2 }));
    expect(listValues(first).toSorted()).toEqual(listTexts(xml).toSorted());
    expect(first).toMatchObject({ KeyCount: 2, IsTruncated: true, Prefix: 'a/', MaxKeys: 2 });
    const { NextContinuationToken: ContinuationToken } = first;
    const rest = await client.send(new ListObjectsV2Command({ ...of, Prefix: 'a/', ContinuationToken }));
    expect(rest.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['a/3', 7]]);
  });

  it('of an object have its facts, whole or in part', async () => {
    const client = connect();
    const { ETag } = await put(client);
    const facts = { ETag, ContentLength: 7, AcceptRanges: 'bytes', ContentType: 'binary/octet-stream' };
    expect(await client.send(new HeadObjectCommand({ ...of, Key: 'a' }))).toMatchObject(facts);
    const whole = await get(client);
    expect(whole).toMatchObject(facts);
    expect(Math.abs((whole.LastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    for (const [Range, text, ContentRange] of [
      ['bytes=2-', 'ntent', 'bytes 2-6/7'],
      ['bytes=0-2', 'con', 'bytes 0-2/7'],
      ['bytes=5-99', 'nt', 'bytes 5-6/7'],
    ]) {
      const part = await client.send(new GetObjectCommand({ ...of, Key: 'a', Range, IfMatch: ETag }));
      expect(part).toMatchObject({ ContentRange, ContentLength: text?.length, $metadata: { httpStatusCode: 206 } });
      expect(await part.Body?.transformToString()).toBe(text);
    }
    const ask = (changes: object) => refusal(client.send(new GetObjectCommand({ ...of, Key: 'a', ...changes })));
    expect(await ask({ Range: 'bytes=7-' })).toBe('416 InvalidRange');
    expect(await ask({ IfMatch: '"other"' })).toBe('412 PreconditionFailed');
    await expect(get(client, 'none')).rejects.toThrow(NoSuchKey);
    server.state.denies = (act) => act === 'list';
    expect(await refusal(get(client, 'none'))).toBe('403 AccessDenied');
    server.state.denies = () => false;
    await client.send(new DeleteObjectCommand({ ...of, Key: 'a' }));
    expect(server.objects.size).toBe(0);
  });
});
