import { complaintFilesMax, complaintFilesMaxMegabytes } from '../../contract/support/limits.ts';
import type { Upload } from '../../contract/platform/upload.ts';
import type { AppContext } from '../context.ts';
import { Failure, must } from '../platform/failure.ts';
import {
  type BodyLimits,
  type FormLimits,
  type OpenBody,
  bodyLimits,
  getMediaType,
  textBodyMaxBytes,
} from '../platform/http/bodies.ts';

const megabyte = 1024 * 1024;

/** Large enough to receive a slightly oversized body and refuse it with a message. */
const bodyMaxBytes = (complaintFilesMaxMegabytes + 5) * megabyte;

/**
 * Body limits of complaints with files, separate from those of calls and texts. A slow sender holds a share for long,
 * so four addresses must not be able to hold everything.
 */
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

/** The page that takes complaints, for form posts and for scripts. */
const path = /^\/complaints(?:\.data)?(?:\?|$)/;

/**
 * Lets the complaint form bring files. `openBody` reads every other body and small complaint forms; `openFiles` reads a
 * large form once its address may send one. Files become uploads, not fields.
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
