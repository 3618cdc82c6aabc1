import { afterEach, expect, it, vi } from 'vitest';

import { CallError } from '../call.ts';
import { uploadForm } from './upload-form.ts';

/** An upload that is answered at once: with what JSON there is, else null. */
class Upload extends EventTarget {
  static status = 200;
  static response: unknown = null;
  upload = new EventTarget();
  status = Upload.status;
  response = Upload.response;
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    this.dispatchEvent(new Event('load'));
  }
}

const upload = (): Promise<unknown> => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  const options = { onProgress: () => undefined, signal: new AbortController().signal };
  return uploadForm('sendMessage', { photo: new Blob(['x']) }, options);
};
afterEach(() => vi.unstubAllGlobals());

it('an upload has no answer when the answer that says all is well cannot be read', async () => {
  Object.assign(Upload, { status: 200, response: null });
  const failure = await upload().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
});

it('an upload is refused when a refusal cannot be read', async () => {
  Object.assign(Upload, { status: 502, response: null });
  await expect(upload()).rejects.toThrow(CallError);
});
