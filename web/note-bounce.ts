import { callOf } from '../contract/calls.ts';

/**
 * The script for the page of a link with `lb` (specification, section 4): if the visitor leaves it without a step further,
 * the server counts that. The server adds it to the page, so that pages that are kept for everybody stay the same.
 */
export function bounceScript(nonce: string): string {
  return `<script nonce="${nonce}">(${noteBounce.toString()})(${JSON.stringify(callOf('notePageHidden').path)})</script>`;
}

// Runs in the page, as text: it cannot use anything else of this file.
function noteBounce(path: string): void {
  document.currentScript?.remove();
  const goOn = (event: Event): void => {
    if (event.isTrusted && (event.target as Element).closest('a,button,input,label,select,summary,textarea')) stop();
  };
  const leave = (): void => {
    if (document.visibilityState !== 'hidden') return;
    stop();
    navigator.sendBeacon(path, new Blob(['{}'], { type: 'application/json' }));
  };
  const stop = (): void => {
    for (const step of ['click', 'input', 'submit']) removeEventListener(step, goOn, true);
    removeEventListener('visibilitychange', leave, true);
  };
  for (const step of ['click', 'input', 'submit']) addEventListener(step, goOn, true);
  addEventListener('visibilitychange', leave, true);
}
