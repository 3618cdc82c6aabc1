import { callOf } from '../../../contract/calls.ts';
import type { ErrorAnswer } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/index.ts';
import { CallError, isInstalled } from '../../call.ts';

export interface PhotoMessage {
  profile: string;
  photo: Blob;
  text: string | null;
  key: string;
}

export interface UploadOptions {
  /** Called with the part that is sent, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a photo message. Of all ways only this old one tells how far an upload is. Throws what `call` throws. */
export function uploadPhoto(
  message: PhotoMessage,
  { onProgress, signal }: UploadOptions,
): Promise<Output<'sendMessage'>> {
  const { method, path } = callOf('sendMessage');
  const form = new FormData();
  form.append('profile', message.profile);
  form.append('idempotency_key', message.key);
  if (message.text !== null) form.append('text', message.text);
  form.append('photo', message.photo, 'photo');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('x-client-type', isInstalled() ? 'app' : 'web');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const body = request.response as Output<'sendMessage'> & ErrorAnswer;
      if (request.status < 300) resolve(body);
      else reject(new CallError(request.status, body ?? { error: 'request.error', message: '' }));
    });
    request.addEventListener('error', () => reject(new TypeError('the upload did not arrive')));
    request.addEventListener('abort', () => reject(new DOMException('the upload was cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) request.abort();
    else request.send(form);
  });
}
