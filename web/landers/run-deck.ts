/* The scripts of the deck. Each runs in the page as text: it can use nothing else in this file. */

/** Stacks the cards and lets buttons and arrow keys turn them. Yes checks the card's box. */
export function runDeck(): void {
  const deck = document.currentScript?.parentElement;
  if (!deck) return;
  deck.dataset['deck'] = 'open';
  const begin = (): void => {
    const cards = [...deck.querySelectorAll<HTMLElement>('[data-card]')];
    const buttons = [...deck.querySelectorAll<HTMLButtonElement>('[data-turn]')];
    const now = deck.querySelector('[data-now]');
    let turned = 0;
    const lay = (): void => {
      for (const [index, card] of cards.entries()) {
        card.dataset['depth'] = String(Math.max(0, index - turned));
        card.inert = index !== turned;
      }
      const done = turned === cards.length;
      deck.dataset['deck'] = done ? 'done' : 'open';
      for (const button of buttons) button.disabled = button.dataset['turn'] === 'back' ? turned === 0 : done;
    };
    const announce = (): void => {
      const caption = cards[turned]?.querySelector('[data-caption]');
      if (now) now.textContent = caption ? `${turned + 1}/${cards.length}: ${caption.textContent}` : '';
      if (caption) return;
      for (const title of deck.querySelectorAll<HTMLElement>('[data-said]')) title.focus({ preventScroll: true });
    };
    const turn = (how: string | undefined): void => {
      const card = cards[how === 'back' ? turned - 1 : turned];
      if (!card) return;
      const box = card.querySelector('input');
      if (box) box.checked = how === 'yes';
      if (how === 'back') delete card.dataset['gone'];
      else card.dataset['gone'] = how;
      turned += how === 'back' ? -1 : 1;
      lay();
      announce();
    };
    // A browser may restore checked boxes when it comes back to the page.
    for (const box of deck.querySelectorAll<HTMLInputElement>('[data-card] input')) box.checked = false;
    lay();
    for (const button of buttons) button.addEventListener('click', () => turn(button.dataset['turn']));
    // A click on a label would check its box.
    for (const card of cards) card.addEventListener('click', (event) => event.preventDefault());
    document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
      if (altKey || ctrlKey || metaKey || (target instanceof Element && target.matches('input, textarea'))) return;
      if (key === 'ArrowRight') turn('yes');
      if (key === 'ArrowLeft') turn('no');
    });
  };
  document.addEventListener('DOMContentLoaded', begin);
}

/** Lets a card follow the finger, and presses the button of the side where it is released. */
export function swipeCards(): void {
  const deck = document.currentScript?.parentElement;
  let start: { x: number; time: number } | null = null;
  const lean = (card: HTMLElement, x: number): void => {
    card.style.translate = x === 0 ? '' : `${x}px`;
    card.style.rotate = x === 0 ? '' : `${x / 22}deg`;
    for (const stamp of card.querySelectorAll<HTMLElement>('[data-stamp]')) {
      const towards = stamp.dataset['stamp'] === 'yes' ? x : -x;
      stamp.style.opacity = String(Math.max(0, Math.min(1, towards / 90)));
    }
  };
  for (const card of deck?.querySelectorAll<HTMLElement>('[data-card]') ?? []) {
    card.addEventListener('pointerdown', ({ clientX, pointerId, timeStamp, button }) => {
      if (button !== 0) return;
      start = { x: clientX, time: timeStamp };
      card.setPointerCapture(pointerId);
      card.dataset['held'] = '';
    });
    card.addEventListener('pointermove', ({ clientX }) => {
      if (start) lean(card, clientX - start.x);
    });
    const release = ({ clientX, timeStamp, type }: PointerEvent): void => {
      if (!start) return;
      const x = clientX - start.x;
      const isFlick = Math.abs(x) > 30 && Math.abs(x) / (timeStamp - start.time) > 0.5;
      start = null;
      delete card.dataset['held'];
      lean(card, 0);
      if (type !== 'pointerup' || !(isFlick || Math.abs(x) > 90)) return;
      deck?.querySelector<HTMLButtonElement>(`[data-turn=${x > 0 ? 'yes' : 'no'}]`)?.click();
    };
    card.addEventListener('pointerup', release);
    card.addEventListener('pointercancel', release);
  }
}
