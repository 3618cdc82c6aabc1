const flightMs = 360;
/** The part of the flight after which the picture, nearly in its place, fades into the photo below it. */
const landed = 0.7;
/** A profile that opens later, over a slow network, begins without a flight. */
const waitMs = 1_000;

/**
 * Moves the picture of a tapped card to the main photo of the profile that the card opens, as soon as it is rendered. A
 * picture of its own flies above the page, which the photo's frame would cut off.
 */
export function flyToProfile(link: Element): void {
  const picture = link.parentElement?.querySelector<HTMLImageElement>('img.photo-dim');
  if (!picture?.naturalWidth || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const find = (): Element | null => document.querySelector('.main-photo');
  const [from, before, begun] = [picture.getBoundingClientRect(), find(), performance.now()];
  // Frames come before their paint: the photo is never seen without the picture.
  const look = (now: number): void => {
    const photo = find();
    if (photo && photo !== before) fly(picture, from, photo);
    else if (now - begun < waitMs) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function fly(picture: HTMLImageElement, from: DOMRect, photo: Element): void {
  // The picture is part of the gallery, so it goes when the profile closes.
  const gallery = photo.closest('ul')?.parentElement;
  if (!gallery) return;
  const [to, around] = [photo.getBoundingClientRect(), gallery.getBoundingClientRect()];
  const copy = picture.cloneNode() as HTMLImageElement;
  copy.decoding = 'sync';
  copy.className = 'photo-cover photo-dim pointer-events-none absolute z-6 origin-top-left';
  Object.assign(copy.style, {
    left: `${to.left - around.left}px`,
    top: `${to.top - around.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
  });
  gallery.append(copy);
  const scale = from.width / to.width;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale}, ${from.height / to.height})`;
  const radii = [`${16 / scale}px`, getComputedStyle(photo).borderRadius];
  const timing = { duration: flightMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };
  const flight = copy.animate({ transform: [start, 'none'], borderRadius: radii }, timing);
  copy.animate({ opacity: [1, 1, 0], offset: [0, landed, 1] }, flightMs);
  photo.animate({ opacity: [0, 0] }, flightMs * landed);
  flight.onfinish = () => copy.remove();
}
