import { getEndpoint } from '../../contract/calls.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';
import type { Output } from '../../contract/index.ts';
import { uploadStallMs } from '../../contract/platform/limits.ts';
import { clientHere, failedCall, isHidden } from '../platform/calls/call.ts';

export interface UploadOptions {
  /** Called with the fraction that has been sent, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** The member to act for, as in `call`. */
  member?: string;
}

/**
 * Uploads a form by XMLHttpRequest, which reports progress; fetch does not. Throws as `call` does; a minute's stall
 * counts as no response.
 */
export function uploadForm<Name extends 'addPhoto' | 'sendMessage'>(
  name: Name,
  fields: Record<string, string | Blob>,
  { onProgress, signal, member }: UploadOptions,
): Promise<Output<Name>> {
  const { method, path } = getEndpoint(name);
  const form = new FormData();
  for (const [field, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, value, field);
  const buildAbort = (): DOMException => new DOMException('the upload was canceled', 'AbortError');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const response = new Promise<Output<Name>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('x-client-type', clientHere());
    if (isHidden()) request.setRequestHeader('x-hidden', '1');
    if (member !== undefined) request.setRequestHeader('x-member', member);
    request.responseType = 'json';
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new TypeError('the upload does not go on'));
        request.abort();
      }, uploadStallMs);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      const body = request.response as (Output<Name> & ErrorBody) | null;
      if (request.status < 300 && body) resolve(body);
      else if (request.status < 300) reject(new TypeError('the response cannot be read'));
      else reject(failedCall(name, request.status, body ?? { error: 'request.error', message: '' }));
    });
    request.addEventListener('error', () => reject(new TypeError('the upload did not arrive')));
    request.addEventListener('abort', () => reject(buildAbort()));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    // `abort` fires no event for a request that was not sent.
    if (signal.aborted) return reject(buildAbort());
    watch();
    request.send(form);
  });
  return response.finally(() => clearTimeout(timer));
}
