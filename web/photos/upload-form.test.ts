import { afterEach, expect, it, vi } from 'vitest';

import { CallError } from '../platform/calls/call.ts';
import { uploadForm } from './upload-form.ts';

/** The current upload. */
let request: Upload;
class Upload extends EventTarget {
  upload = new EventTarget();
  status = 0;
  /** The parsed JSON of the response, if any. */
  response: unknown = null;
  wasSent = false;
  headers = new Map<string, string>();
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  abort(): void {
    if (this.wasSent) this.dispatchEvent(new Event('abort'));
  }

  send(): void {
    this.wasSent = true;
    // oxlint-disable-next-line typescript/no-this-alias -- the test responds to it
    request = this;
  }

  goOn(): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }));
  }

  answer(status: number): void {
    this.status = status;
    this.dispatchEvent(new Event('load'));
  }
}

const stop = new AbortController();
const catchFailure = (signal = stop.signal): Promise<unknown> => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  const sent = uploadForm('sendMessage', { photo: new Blob(['x']) }, { onProgress: () => undefined, signal });
  return sent.then(
    () => 'delivered',
    (error: unknown) => error,
  );
};
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an upload counts as unanswered if its 200 response cannot be read', async () => {
  const failure = catchFailure();
  request.answer(200);
  expect(await failure).toBeInstanceOf(TypeError);
});

it('an upload counts as refused even if the refusal cannot be read', async () => {
  const failure = catchFailure();
  request.answer(502);
  expect(await failure).toBeInstanceOf(CallError);
});

it('an upload may take as long as it progresses, and fails after a minute without progress', async () => {
  vi.useFakeTimers();
  const told = vi.fn();
  const failure = catchFailure();
  void failure.then(told);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await vi.advanceTimersByTimeAsync(59_999);
    request.goOn();
  }
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveBeenCalledOnce();
  // Not the error of an upload that its member has stopped.
  expect(await failure).toBeInstanceOf(TypeError);
  expect(vi.getTimerCount()).toBe(0);
});

it('an upload that was stopped before it began fails at once as aborted', async () => {
  expect(await catchFailure(AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
});

it('an upload tells the server whether its page is hidden', async () => {
  for (const [visibilityState, header] of Object.entries({ visible: undefined, hidden: '1' })) {
    vi.stubGlobal('document', { visibilityState });
    const failure = catchFailure();
    expect(request.headers.get('x-hidden')).toBe(header);
    request.answer(500);
    await failure;
  }
});
