import { fileTypeFromBuffer } from 'file-type';

import type { Upload } from '../../contract/platform/upload.ts';
import { complaintFilesMax, complaintFilesMaxMegabytes } from '../../contract/support/limits.ts';
import type { AppContext } from '../context.ts';
import { redrawPicture } from '../photos/encode-picture.ts';
import { Failure, must, refuseFields } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import {
  type BodyLimits,
  type FormLimits,
  type OpenBody,
  bodyLimits,
  getMediaType,
  textBodyMaxBytes,
} from '../platform/http/bodies.ts';

const megabyte = 1024 * 1024;

/** The most bytes of a body: a slightly oversized one is received, to be refused with a message. */
const bodyMaxBytes = (complaintFilesMaxMegabytes + 5) * megabyte;

/** Separate from calls and texts. A slow sender holds a share for long: four addresses must not hold it all. */
export const complaintLimits: BodyLimits = {
  ...bodyLimits,
  disk: { perAddress: bodyMaxBytes + megabyte, total: bodyLimits.disk.total },
};

const complaintForm: FormLimits = {
  bytes: bodyMaxBytes,
  fileBytes: bodyMaxBytes,
  files: 40,
  stored: complaintFilesMax + 1,
  refusal: () => new Failure('request.too-large'),
};

const path = /^\/complaints(?:\.data)?(?:\?|$)/;

/**
 * Lets the complaint form bring files: `openFiles` reads a large form once its address may send one, `openBody` the
 * rest. Files become uploads, not fields.
 */
export function admitFiles(context: AppContext, openBody: OpenBody, openFiles: OpenBody): OpenBody {
  return (request) => {
    const { headers, ip, url } = request;
    if (!path.test(url) || getMediaType(request) !== 'multipart/form-data') return openBody(request);
    const isText = Number(headers['content-length'] ?? Infinity) <= textBodyMaxBytes;
    const body = isText ? openBody(request) : openFiles(request);
    const uploads: Upload[] = [];
    return {
      ...body,
      urlEncoded: async () => {
        if (!isText) await context.rateLimits.enforceAddress('files', ip);
        const fields = new URLSearchParams();
        for (const [name, value] of await body.form(complaintForm)) {
          if (typeof value === 'string') fields.append(name, value);
          else uploads.push(value as Upload);
          must(typeof value === 'string' || name === 'files', 'request.malformed');
        }
        return Buffer.from(fields.toString());
      },
      uploads: () => uploads,
    };
  };
}

/**
 * Counts files against the daily limits of the address and of everybody; the latter logs an error, once an hour. Throws
 * input.invalid with `files`: the complaint can be sent without them.
 */
export async function reserveFileRoom({ context, ip }: Call, files: readonly Upload[]): Promise<void> {
  if (files.length === 0) return;
  const { rateLimits } = context;
  const kilobytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1_024);
  await rateLimits.enforceAddress('file-kilobytes', ip, kilobytes).catch(refuse);
  await rateLimits.enforce('all-file-kilobytes', '', kilobytes).catch(async (error: unknown) => {
    if (error instanceof Failure) await raiseAlarm(context);
    refuse(error);
  });
}

function refuse(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  refuseFields({ files: 'file.full' }, error.values);
}

async function raiseAlarm({ rateLimits, log }: Call['context']): Promise<void> {
  const isFirst = await rateLimits.enforce('file-alarm', '').then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return false;
    },
  );
  if (isFirst) log.error({ event: 'complaint.files-full' }, 'the room for files of a day is used up');
}

export interface ComplaintFile {
  kind: 'webp' | 'pdf';
  sha256: string;
  content: Buffer;
}

// A screenshot of a long conversation stays readable.
const edgePx = 2_400;

/**
 * Reads uploads: pictures are encoded again without metadata, PDF files stay as they are. Throws input.invalid with
 * `files`.
 */
export async function readFiles(uploads: readonly Upload[]): Promise<ComplaintFile[]> {
  const files: ComplaintFile[] = [];
  // One after another, so that only one file is in memory.
  for (const upload of uploads) files.push(await readFile(upload));
  return files;
}

async function readFile({ read, sha256 }: Upload): Promise<ComplaintFile> {
  const bytes = await read();
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime === 'application/pdf')
    return { kind: 'pdf', sha256, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  try {
    return { kind: 'webp', sha256, content: await redrawPicture(bytes, edgePx) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code } = error;
    if (code === 'photo.type') refuseFields({ files: 'file.type' });
    if (code === 'photo.unreadable') refuseFields({ files: 'file.unreadable' });
    if (code === 'photo.pixels' || code === 'photo.interlaced') refuseFields({ files: 'file.pixels' }, error.values);
    if (code === 'request.busy') refuseFields({ files: 'request.busy' });
    throw error;
  }
}
