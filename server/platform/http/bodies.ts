import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { Upload } from '../../../contract/platform/upload.ts';
import { toIpSource } from '../limits/addresses.ts';
import { Failure, must } from '../failure.ts';

export interface BodyLimits {
  /** The limits of texts and fields. */
  memory: ByteLimits;
  /** The limits of files. */
  disk: ByteLimits;
  /** A body is aborted when fewer bytes arrive within this time. */
  pace: { bytes: number; withinMs: number };
}

const megabyte = 1024 * 1024;

/** An address may be a whole mobile network with several large photos. 2 KB a second is less than a telephone line. */
export const bodyLimits: BodyLimits = {
  memory: { perAddress: 16 * megabyte, total: 64 * megabyte },
  disk: { perAddress: 128 * megabyte, total: 1024 * megabyte },
  pace: { bytes: 8 * 1024, withinMs: 4_000 },
};

export const textBodyMaxBytes = 128 * 1024;
const dropWithinMs = 2_000;
/** 65,000 fields fit into a text, and parsing them would block the event loop for 0.1 seconds. */
const urlEncodedFieldsMax = 500;
/** The most bytes in the headers of one part of a form: a field name, a long file name, and a type. */
const partHeadMax = 2 * 1024;

export interface FormLimits {
  /** Bytes of the whole body, and of each file. */
  bytes: number;
  fileBytes: number;
  /** The most files; the first `stored` are kept, enough to tell that there are too many. */
  files: number;
  stored: number;
  refusal(): Failure;
}

/** The body of one request. Nothing is read before `bytes` or `form` is called. */
export interface Body {
  /** Throws request.media-type, request.too-large, request.too-slow, and what `Share` throws. */
  bytes(max: number): Promise<Buffer>;
  /** Throws request.malformed for another kind, and what `bytes` throws. */
  urlEncoded(): Promise<Buffer>;
  /** The fields of a multipart body in their order; files become uploads. Also throws the refusal of the limits. */
  form(limits: FormLimits): Promise<[string, unknown][]>;
  /** Files that `urlEncoded` left out, on pages that accept some. */
  uploads?(): readonly Upload[];
  /** Frees the body; must be called after the response. Uploads cannot be read afterwards. */
  release(): Promise<void>;
}

export type OpenBody = (request: FastifyRequest) => Body;

/**
 * Creates the only reader of bodies, so that limits and sessions are checked first. Files are stored in `folder`, not
 * in memory.
 */
export function createBodies(folder: string, limits: BodyLimits = bodyLimits): OpenBody {
  const memory = createByteBudget(limits.memory);
  const disk = createByteBudget(limits.disk);
  return (request) => {
    const { raw } = request;
    const source = toIpSource(request.ip);
    const held = { memory: memory(source), disk: disk(source) };
    const uploads: StoredUpload[] = [];
    const announced = Number(raw.headers['content-length'] ?? 0);
    const bytes: Body['bytes'] = async (max) => {
      must(isPlain(raw), 'request.media-type');
      must(announced <= max, 'request.too-large');
      held.memory.check(announced);
      return atPace(raw, limits.pace, () => collect(raw, max, held.memory));
    };
    return {
      bytes,
      urlEncoded: async () => {
        must(getMediaType(request) === 'application/x-www-form-urlencoded', 'request.malformed');
        const body = await bytes(textBodyMaxBytes);
        must(countFields(body) <= urlEncodedFieldsMax, 'request.too-large');
        return body;
      },
      form: async (form) => {
        must(isPlain(raw), 'request.media-type');
        if (announced > form.bytes) throw form.refusal();
        held.disk.check(announced);
        return atPace(raw, limits.pace, () => readForm(request, { form, folder, held, uploads })).catch((error) =>
          rethrow(error, form),
        );
      },
      release: async () => {
        held.memory.release();
        held.disk.release();
        await Promise.all(uploads.map((upload) => upload.close()));
      },
    };
  };
}

/** True if a body is not compressed: nothing here unpacks one, because its size could be anything. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase() === 'identity';
}

/** Returns the type of a body without its parameters, in lower case. */
export function getMediaType({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

function countFields(urlEncoded: Buffer): number {
  let count = 1;
  for (const byte of urlEncoded) if (byte === 0x26) count += 1;
  return count;
}

/** True if a request has a body, even an empty one of unknown length. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Drops the rest of a body. Closing the connection at once could reset it before the response is read. */
export function dropRest(raw: IncomingMessage): void {
  // A request that a test injects has no `complete`.
  const complete: unknown = raw.complete;
  if (complete !== false || !hasBody(raw)) return;
  const timer = setTimeout(() => raw.destroy(), dropWithinMs);
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  raw.resume();
}

/** Runs `read`, which must start to read at once, and fails when the body arrives too slowly. */
async function atPace<T>(raw: IncomingMessage, pace: BodyLimits['pace'], read: () => Promise<T>): Promise<T> {
  let arrived = 0;
  const count = (chunk: Buffer): void => void (arrived += chunk.length);
  const check = (): void => {
    // Bytes that wait for us are not late. Both readers fail with the error of their stream.
    const isLate = arrived < pace.bytes && raw.readableLength === 0 && !raw.readableEnded;
    arrived = 0;
    if (isLate && !hasEnded) raw.emit('error', new Failure('request.too-slow'));
  };
  // After a pause of the event loop, bytes that have arrived meanwhile are read first.
  const timer = setInterval(() => setImmediate(check), pace.withinMs);
  let hasEnded = false;
  const reading = read();
  raw.on('data', count);
  try {
    return await reading;
  } finally {
    hasEnded = true;
    clearInterval(timer);
    raw.off('data', count);
  }
}

function collect(raw: IncomingMessage, max: number, share: Share): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (error?: Error): void => {
      raw.off('data', add).off('end', finish).off('error', end).off('close', abort);
      if (error) reject(error instanceof Failure ? error : new Failure('request.malformed'));
      else resolve(Buffer.concat(chunks, size));
    };
    const finish = (): void => end();
    const abort = (): void => end(new Error('the connection was closed'));
    const add = (chunk: Buffer): void => {
      try {
        size += chunk.length;
        must(size <= max, 'request.too-large');
        share.reserve(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        end(error as Error);
      }
    };
    raw.on('data', add).on('end', finish).on('error', end).on('close', abort);
  });
}

interface FormReading {
  form: FormLimits;
  folder: string;
  held: { memory: Share; disk: Share };
  uploads: StoredUpload[];
}

async function readForm(
  request: FastifyRequest,
  { form, folder, held, uploads }: FormReading,
): Promise<[string, unknown][]> {
  const fields: [string, unknown][] = [];
  let fieldBytes = 0;
  let left = form.bytes;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) request.raw.emit('error', form.refusal());
  };
  const parts = request.parts({ limits: buildPartLimits(form) });
  request.raw.on('data', count);
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        part.file.once('limit', () => part.file.destroy(form.refusal()));
        if (uploads.length >= form.stored) {
          part.file.resume();
          continue;
        }
        const upload = await storeUpload(folder, part.file, (bytes) => held.disk.reserve(bytes));
        uploads.push(upload);
        // A field in which no file was chosen is empty and nameless. The file's name is not read beyond that.
        if (upload.size > 0 || part.filename) fields.push([part.fieldname, upload]);
      } else {
        const value = String(part.value);
        fieldBytes += Buffer.byteLength(value);
        must(!part.valueTruncated && fieldBytes <= textBodyMaxBytes, 'request.too-large');
        held.memory.reserve(Buffer.byteLength(value));
        fields.push([part.fieldname, part.value]);
      }
    }
    return fields;
  } finally {
    request.raw.off('data', count);
    // After a refusal, the parser would go on through all the remaining parts.
    request.raw.unpipe();
  }
}

function buildPartLimits({ files, fileBytes }: FormLimits) {
  const fields = 12;
  const sizes = { fileSize: fileBytes, fieldSize: textBodyMaxBytes, headerSize: partHeadMax };
  return { files, fields, parts: files + fields, headerPairs: 10, ...sizes };
}

/** Throws a form's error as the sender's fault if it is one of the parser; errors of the disk are not. */
function rethrow(error: Error & { statusCode?: number; syscall?: string }, form: FormLimits): never {
  if (error instanceof Failure || error.syscall) throw error;
  if (error.statusCode === 413) throw form.refusal();
  throw new Failure('request.malformed');
}

interface ByteLimits {
  perAddress: number;
  total: number;
}

interface Share {
  /** Throws what `reserve` would throw, and reserves nothing. */
  check(bytes: number): void;
  /** Throws request.too-many if the address holds too much, request.busy if all do; both with `retry_after`. */
  reserve(bytes: number): void;
  release(): void;
}

// Most bodies have arrived by then.
const retryAfterSeconds = 5;

/** Limits the bytes held in total and per address. It counts received bytes: an announced length is free. */
export function createByteBudget({ perAddress, total }: ByteLimits): (address: string) => Share {
  const heldBy = new Map<string, number>();
  let heldByAll = 0;
  return (address) => {
    let held = 0;
    const ofAddress = (): number => heldBy.get(address) ?? 0;
    const check = (bytes: number): void => {
      if (ofAddress() + bytes > perAddress) throw new Failure('request.too-many', { retry_after: retryAfterSeconds });
      if (heldByAll + bytes > total) throw new Failure('request.busy', { retry_after: retryAfterSeconds });
    };
    return {
      check,
      reserve: (bytes) => {
        check(bytes);
        held += bytes;
        heldByAll += bytes;
        heldBy.set(address, ofAddress() + bytes);
      },
      release: () => {
        const left = ofAddress() - held;
        if (left > 0) heldBy.set(address, left);
        else heldBy.delete(address);
        heldByAll -= held;
        held = 0;
      },
    };
  };
}

interface StoredUpload extends Upload {
  close(): Promise<void>;
}

/** Stores an upload in a nameless file. `onBytes` is called before each write and may throw. */
async function storeUpload(folder: string, content: Readable, onBytes: (bytes: number) => void): Promise<StoredUpload> {
  const file = await openNameless(folder);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      hash.update(chunk);
      await writeAll(file, chunk, size);
      size += chunk.length;
    }
    return { size, sha256: hash.digest('hex'), read: () => readAll(file, size), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a new file that has no name, so that nothing of it outlives the process. */
export async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, size - done, done);
    if (bytesRead === 0) throw new Error('an uploaded file is shorter than what was written to it');
    done += bytesRead;
  }
  return bytes;
}
