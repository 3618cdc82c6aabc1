import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { complaintFilesMaxMegabytes } from '../../contract/limits.ts';
import type { Upload } from '../../contract/upload.ts';
import type { AppContext } from '../context.ts';
import { must } from '../platform/failure.ts';
import { type BodyLimits, type OpenBody, bodyLimits, textBodyMaxBytes } from '../platform/http/bodies.ts';

const megabyte = 1024 * 1024;

/** With room to tell whoever brings a little too much that it is too much. */
const bodyMaxBytes = (complaintFilesMaxMegabytes + 5) * megabyte;

/** What complaints with files hold together. Nothing else waits for it: when it is full, calls and texts are read as ever. */
export const complaintLimits: BodyLimits = {
  ...bodyLimits,
  memory: { perAddress: bodyMaxBytes + megabyte, total: 48 * megabyte },
};

/** More than the form has. Parsing as many as such a body has room for would keep a server busy for half a minute. */
const partsMax = 50;

/** Every part of the form, as browsers begin each of them. Another part would be held for nothing. */
const ownPart =
  /^\r\ncontent-disposition: form-data; name="(?:key|kind|text|url|name|email|contests|files|good_faith)"/i;
/** A chosen file. A field without one is sent as a file without a name. */
const filePart = /^\r\ncontent-disposition: form-data; name="files"; filename=(?!"")/i;
/** How far a part tells its name. */
const partHeadMax = 80;

/** The page that takes complaints, as a form posts to it and as a script does. */
const path = /^\/complaints(?:\.data)?(?:\?|$)/;

/** How browsers announce a form with files. Written otherwise, its boundary could be read otherwise by what parses it. */
const formWithFiles = /^multipart\/form-data; ?boundary=([\w'-]{1,70})$/i;

/**
 * Lets the body of the form for complaints be as large as its files; those of other pages are texts, as is the form
 * without files. A large one is read by `openFiles`, once its address may send one. Its files come as uploads, and are
 * empty in the bytes. Throws request.too-large for more parts than a form has and request.malformed for those of another
 * form, before they are parsed.
 */
export function admitFiles(context: AppContext, openBody: OpenBody, openFiles: OpenBody): OpenBody {
  return (request) => {
    const { headers, ip, url } = request;
    const boundary = formWithFiles.exec(headers['content-type'] ?? '')?.[1];
    if (!path.test(url) || boundary === undefined) return openBody(request);
    const isText = Number(headers['content-length'] ?? Infinity) <= textBodyMaxBytes;
    const body = isText ? openBody(request) : openFiles(request);
    let uploads: Upload[] = [];
    return {
      ...body,
      bytes: async () => {
        if (!isText) await context.rateLimits.enforceAddress('files', ip);
        const bytes = await body.bytes(isText ? textBodyMaxBytes : bodyMaxBytes);
        const { rest, files } = cutFiles(bytes, `--${boundary}`);
        uploads = await Promise.all(files.map(toUpload));
        return rest;
      },
      uploads: () => uploads,
    };
  };
}

/**
 * Takes the contents of the files out of a form. What parses the rest would copy them about ten times without a pause, which
 * kept a server busy for a third of a second. The line between parts stands nowhere else: what follows each is checked.
 */
function cutFiles(bytes: Buffer, line: string): { rest: Buffer; files: Buffer[] } {
  const needle = Buffer.from(line, 'latin1');
  const rest: Buffer[] = [];
  const files: Buffer[] = [];
  let found = 0;
  let kept = 0;
  for (let at = bytes.indexOf(needle); at >= 0;) {
    found += 1;
    must(found <= partsMax, 'request.too-large');
    const head = bytes.toString('latin1', at + needle.length, at + needle.length + partHeadMax);
    must(head.startsWith('--') || ownPart.test(head), 'request.malformed');
    const next = bytes.indexOf(needle, at + 1);
    const begin = bytes.indexOf('\r\n\r\n', at) + 4;
    const end = next - 2;
    if (filePart.test(head) && begin >= 4 && begin <= end) {
      rest.push(bytes.subarray(kept, begin));
      files.push(bytes.subarray(begin, end));
      kept = end;
    }
    at = next;
  }
  return { rest: Buffer.concat([...rest, bytes.subarray(kept)]), files };
}

async function toUpload(file: Buffer): Promise<Upload> {
  const hash = createHash('sha256');
  for (let at = 0; at < file.length; at += megabyte) {
    hash.update(file.subarray(at, at + megabyte));
    // Others have a turn: a megabyte takes a few milliseconds.
    await setImmediate();
  }
  return { size: file.length, sha256: hash.digest('hex'), read: () => Promise.resolve(file) };
}
