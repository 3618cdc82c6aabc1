import { complaintFilesMaxMegabytes } from '../../contract/limits.ts';
import { must } from '../platform/failure.ts';
import type { OpenBody } from '../platform/http/bodies.ts';

/** With room to tell whoever brings a little too much that it is too much, and below what an address may have in memory. */
const bodyMaxBytes = (complaintFilesMaxMegabytes + 5) * 1024 * 1024;

/** More than the form has. Parsing as many as such a body has room for would keep a server busy for half a minute. */
const partsMax = 50;

/** The page that takes complaints, as a form posts to it and as a script does. */
const path = /^\/complaints(?:\.data)?(?:\?|$)/;

/** How browsers announce a form with files. Written otherwise, its boundary could be read otherwise by what parses it. */
const formWithFiles = /^multipart\/form-data; ?boundary=([\w'-]{1,70})$/i;

/**
 * Lets the body of the form for complaints be as large as its files; those of other pages are texts. Throws
 * request.too-large for more parts than a form has, before they are parsed.
 */
export function admitFiles(openBody: OpenBody): OpenBody {
  return (request) => {
    const body = openBody(request);
    const boundary = formWithFiles.exec(request.headers['content-type'] ?? '')?.[1];
    if (!path.test(request.url) || boundary === undefined) return body;
    return {
      ...body,
      bytes: async () => {
        const bytes = await body.bytes(bodyMaxBytes);
        must(!hasMoreParts(bytes, boundary), 'request.too-large');
        return bytes;
      },
    };
  };
}

/** Whether a form has more parts than it may. */
function hasMoreParts(bytes: Buffer, boundary: string): boolean {
  let at = -1;
  for (let found = 0; found <= partsMax; found += 1) {
    at = bytes.indexOf(`--${boundary}`, at + 1, 'latin1');
    if (at < 0) return false;
  }
  return true;
}
