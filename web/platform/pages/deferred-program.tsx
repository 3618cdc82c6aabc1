import type { ReactElement } from 'react';

import { hydratedEvent } from './hydrated.ts';
import { PageScript } from './page-script.tsx';

/** A template is inert until the first interaction. Only the server renders it: hydration ignores what follows. */
export function DeferredProgram({ html }: { html: string }): ReactElement {
  return (
    <>
      <template id="program" dangerouslySetInnerHTML={{ __html: html }} />
      <PageScript run={hydrateOnInteraction} values={[hydratedEvent]} />
    </>
  );
}

// Runs in the page, as text: it cannot use anything else in this file.
function hydrateOnInteraction(hydrated: string): void {
  document.currentScript?.remove();
  const interactions = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'offline'];
  let pressed: Element | null | undefined;
  let held: SubmitEvent | undefined;
  const trackPress = (event: Event): void => void (pressed = (event.target as Element).closest('button[type=button]'));
  const loadScript = (event?: Event): void => {
    // Browsers report a pointer that rests above a new page as a move by zero.
    const { movementX, movementY } = (event ?? {}) as PointerEvent;
    if (event?.type === 'pointermove' && movementX === 0 && movementY === 0) return;
    for (const interaction of interactions) removeEventListener(interaction, loadScript);
    // Empty once it was moved.
    document.body.append((document.getElementById('program') as HTMLTemplateElement).content);
  };
  // A form that the script validates waits for it. A second submit posts the form as without JavaScript.
  const holdForm = (event: SubmitEvent): void => {
    if (held || !(event.target as HTMLFormElement).noValidate) return;
    held = event;
    event.preventDefault();
    event.stopImmediatePropagation();
    loadScript();
  };
  const hasStoredData = (): boolean => {
    try {
      return Object.keys({ ...localStorage, ...sessionStorage }).some((key) => key.startsWith('tealight'));
    } catch {
      return false;
    }
  };
  for (const interaction of interactions) addEventListener(interaction, loadScript, { passive: true });
  // Repeats the click on a button that was pressed during loading; links and other forms work without the script.
  addEventListener('click', trackPress);
  addEventListener('submit', holdForm, { capture: true });
  addEventListener(hydrated, () => {
    removeEventListener('click', trackPress);
    removeEventListener('submit', holdForm, { capture: true });
    (pressed as HTMLElement | undefined)?.click();
    (held?.target as HTMLFormElement | undefined)?.requestSubmit(held?.submitter);
  });
  // Data stored in this browser may change the page, such as the reason why a session ended.
  if (hasStoredData()) loadScript();
}
