import { complaintFilesMax, complaintFilesMaxMegabytes } from '../../contract/limits.ts';
import type { Upload } from '../../contract/upload.ts';
import type { AppContext } from '../context.ts';
import { Failure, must } from '../platform/failure.ts';
import {
  type BodyLimits,
  type FormLimits,
  type OpenBody,
  bodyLimits,
  mediaTypeOf,
  textBodyMaxBytes,
} from '../platform/http/bodies.ts';

const megabyte = 1024 * 1024;

/** With room to tell whoever brings a little too much that it is too much. */
const bodyMaxBytes = (complaintFilesMaxMegabytes + 5) * megabyte;

/**
 * What complaints with files hold together. Nothing else waits for it: when it is full, calls and texts are read as ever.
 * Whoever sends slowly holds a share for long, so four addresses must not be able to hold it all.
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

/** The page that takes complaints, as a form posts to it and as a script does. */
const path = /^\/complaints(?:\.data)?(?:\?|$)/;

/**
 * Lets the form for complaints bring files; those of other pages are texts, as is the form without files. A large one is
 * read by `openFiles`, once its address may send one. Its files come as uploads, and are left out of the fields.
 */
export function admitFiles(context: AppContext, openBody: OpenBody, openFiles: OpenBody): OpenBody {
  return (request) => {
    const { headers, ip, url } = request;
    if (!path.test(url) || mediaTypeOf(request) !== 'multipart/form-data') return openBody(request);
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
