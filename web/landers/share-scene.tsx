import { renderToStaticMarkup } from 'react-dom/server';

import { sharePictureSize } from '../../contract/share/share-picture.ts';
import { nicheColors } from '../ui/niche-colors.ts';
import niches from '../ui/niches.css?raw';
import tokens from '../ui/tokens.css?raw';
import { isNicheSlug } from './lander-names.ts';
import landersCss from './landers.css?raw';
import { shareDrawings } from './share-drawings.tsx';

const { width, height } = sharePictureSize;

/** Returns a lander's picture for shared links: its drawings by night, as SVG. Null for an unknown lander or niche. */
export function shareScene(lander: string, niche: string): string | null {
  if (!Object.hasOwn(shareDrawings, lander) || !isNicheSlug(niche)) return null;
  const Drawing = shareDrawings[lander as keyof typeof shareDrawings];
  const drawn = renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height}>
      <defs>
        <linearGradient id="share-shade">
          <stop offset=".36" style={{ stopColor: 'var(--page)' }} />
          <stop offset=".46" style={{ stopColor: 'var(--page)' }} stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={`M0 0H${width}V${height}H0Z`} className="fill-page" />
      <Drawing niche={niche} />
      <path d={`M0 0H${width}V${height}H0Z`} fill="url(#share-shade)" />
    </svg>,
  );
  return inColors(drawn, niche);
}

/** Inlines the colors: the renderer knows neither CSS properties nor the pages' classes. */
function inColors(drawn: string, niche: string): string {
  const color = nicheColors(tokens, niches, niche);
  const night = (name: string): string => color(name)[1];
  const used = new Set(drawn.match(/(?<=[" ])(?:fill|stroke)-(?!none)[\w-]+(?=[" ])/g));
  const rules = [...used].map((name) => {
    const [, property = '', token = ''] = /^(fill|stroke)-(.+)$/.exec(name) ?? [];
    return `.${name}{${property}:${night(token)}}`;
  });
  const sheet = `<style>.fill-none{fill:none}${rules.join('')}${drawn.includes('"day-') ? eveningRules : ''}</style>`;
  return drawn
    .replaceAll(/var\(--([\w-]+)\)/g, (_all, name: string) => night(name))
    .replace('class="day-wheel"', 'transform="rotate(50 200 360)"')
    .replace('<defs>', `${sheet}<defs>`);
}

/** The window of the day in the evening, as `landers.css` shows it without motion. */
const eveningRules = [
  // superlinear-ok: reads the product's own style sheet, once, when a process starts.
  ...[...landersCss.matchAll(/^(?::is\((\.day-[^)]*)\)|(\.day-[\w-]+(?:,\s\.day-[\w-]+)*)) (\{[^}]*\})/gm)].map(
    ([, several, one, body]) => `${several ?? one}${darken(body ?? '')}`,
  ),
  '.day-sky[data-time=evening]{opacity:1}',
].join('');

/** Writes a darkened color as a filter, because the renderer has no `color-mix`. */
function darken(body: string): string {
  return body.replace('--color:', 'fill:').replace(/--daylight: (\d+%)/, 'filter: brightness($1)');
}
