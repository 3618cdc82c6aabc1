import { isAlive } from './shell/alive.ts';

const isModule = 'type="module" async=""';

/**
 * Takes the program out of a page that reads and works without one; it comes in with the first sign of a person. What
 * remains is what the router writes for a living page, so that it comes to life as it would have at once.
 */
export function quieten(html: string, nonce: string): string {
  return html
    .replaceAll(/<link rel="(?:modulepreload"|preload"[^>]* as="fetch")[^>]*>/g, '')
    .replace(isModule, 'type="text/plain" id="program"')
    .replace(
      '</body>',
      () => `<script nonce="${nonce}">(${wake.toString()})(${JSON.stringify(isAlive)})</script></body>`,
    );
}

// Runs in the page, as text: it sees nothing of this file.
function wake(isAliveEvent: string): void {
  document.currentScript?.remove();
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'offline'];
  let pressed: Element | null | undefined;
  const press = (event: Event): void => void (pressed = (event.target as Element).closest('button[type=button]'));
  const comeAlive = (): void => {
    for (const sign of signs) removeEventListener(sign, comeAlive);
    const program = document.getElementById('program');
    const living = program?.cloneNode(true) as HTMLScriptElement;
    living.type = 'module';
    living.nonce = program?.nonce ?? '';
    living.removeAttribute('id');
    program?.replaceWith(living);
  };
  const knowsUs = (): boolean => {
    try {
      return Object.keys({ ...localStorage, ...sessionStorage }).some((key) => key.startsWith('tealight'));
    } catch {
      return false;
    }
  };
  for (const sign of signs) addEventListener(sign, comeAlive, { passive: true });
  // What was pressed while the program was on its way is pressed again; links and forms need nobody.
  addEventListener('click', press);
  addEventListener(isAliveEvent, () => {
    removeEventListener('click', press);
    (pressed as HTMLElement | undefined)?.click();
  });
  // What this browser kept may change the page: a notice that was put away.
  if (knowsUs()) comeAlive();
}
