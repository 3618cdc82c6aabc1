import { complaintFilesMaxMegabytes } from '../../contract/limits.ts';
import type { OpenBody } from '../platform/http/bodies.ts';

/** With room to tell whoever brings a little too much that it is too much, and below what an address may have in memory. */
const bodyMaxBytes = (complaintFilesMaxMegabytes + 5) * 1024 * 1024;

/** The page that takes complaints, as a form posts to it and as a script does. */
const path = /^\/complaints(?:\.data)?(?:\?|$)/;

/** Lets the body of the form for complaints be as large as its files; those of other pages are texts. */
export function admitFiles(openBody: OpenBody): OpenBody {
  return (request) => {
    const body = openBody(request);
    return path.test(request.url) ? { ...body, bytes: () => body.bytes(bodyMaxBytes) } : body;
  };
}
