import { callOf } from '../../contract/calls.ts';
import type { ErrorAnswer } from '../../contract/errors.ts';
import type { Output } from '../../contract/index.ts';
import { CallError, isInstalled } from '../call.ts';

export interface SendOptions {
  /** Called with the part that is sent, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a photo to the own profile. Of all ways only this old one tells how far an upload is. Throws what `call` throws. */
export function sendPhoto(photo: Blob, { onProgress, signal }: SendOptions): Promise<Output<'addPhoto'>> {
  const { method, path } = callOf('addPhoto');
  const form = new FormData();
  form.append('photo', photo, 'photo');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('x-client-type', isInstalled() ? 'app' : 'web');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const body = request.response as (Output<'addPhoto'> & ErrorAnswer) | null;
      if (request.status < 300 && body) resolve(body);
      else reject(new CallError(request.status, body ?? { error: 'request.error', message: '' }));
    });
    request.addEventListener('error', () => reject(new TypeError('the upload did not arrive')));
    request.addEventListener('abort', () => reject(new DOMException('the upload was cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) request.abort();
    else request.send(form);
  });
}
