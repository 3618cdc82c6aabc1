export interface Series {
  name: string;
  points: readonly { x: number; y: number }[];
}

export interface Plot {
  title: string;
  /** Axis labels. The x axis is logarithmic, the y axis starts at zero. */
  x: string;
  y: string;
  series: readonly Series[];
}

const [width, height] = [720, 340];
const frame = { left: 62, right: 210, top: 44, bottom: 52 };
// Legible on both white and black.
const colours = ['#0d9488', '#d97706', '#8b5cf6', '#e0567a', '#4f8fd6', '#7a8b2f'];

/** Draws a line chart as SVG. It has no background, and its text follows the page's color scheme. */
export function drawPlot({ title, x, y, series }: Plot): string {
  const all = series.flatMap(({ points }) => points);
  const [from, to] = [
    Math.log10(Math.min(...all.map((one) => one.x))),
    Math.log10(Math.max(...all.map((one) => one.x))),
  ];
  const step = niceStep(Math.max(...all.map((one) => one.y)) / 4);
  const top = Math.ceil(Math.max(...all.map((one) => one.y)) / step) * step;
  const right = width - frame.right;
  const bottom = height - frame.bottom;
  const placeX = (value: number): number =>
    round(frame.left + ((Math.log10(value) - from) / Math.max(1e-9, to - from)) * (right - frame.left));
  const placeY = (value: number): number => round(bottom - (value / top) * (bottom - frame.top));
  const rows = Array.from({ length: Math.round(top / step) + 1 }, (_, place) => place * step).map(
    (value) =>
      `<path class="grid" d="M${frame.left} ${placeY(value)}H${right}"/>` +
      `<text x="${frame.left - 10}" y="${placeY(value) + 4}" text-anchor="end">${Number(value.toPrecision(3))}</text>`,
  );
  const columns = Array.from({ length: Math.floor(to + 1e-9) - Math.ceil(from - 1e-9) + 1 }, (_, place) => {
    const power = Math.ceil(from - 1e-9) + place;
    const at = placeX(10 ** power);
    return (
      `<path class="grid" d="M${at} ${frame.top}V${bottom}"/>` +
      `<text x="${at}" y="${bottom + 20}" text-anchor="middle">10<tspan dy="-5" font-size="10">${power}</tspan></text>`
    );
  });
  const labels = spread(series.map(({ points }) => placeY(points.at(-1)?.y ?? 0)));
  const lines = series.map(({ name, points }, place) => {
    const colour = colours[place % colours.length] ?? 'gray';
    const dots = points.map((one) => `<circle cx="${placeX(one.x)}" cy="${placeY(one.y)}" r="3.5" fill="${colour}"/>`);
    const path = points.map((one, index) => `${index === 0 ? 'M' : 'L'}${placeX(one.x)} ${placeY(one.y)}`).join('');
    return (
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>${dots.join('')}` +
      `<text x="${right + 12}" y="${(labels[place] ?? 0) + 4}" style="fill:${colour}">${escape(name)}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#636c76}.title{font-weight:600;font-size:15px}.grid{stroke:#8c959f;stroke-opacity:.3}
@media (prefers-color-scheme:dark){text{fill:#a5adb7}}</style>
<text class="title" x="${frame.left}" y="22">${escape(title)}</text>
${[...rows, ...columns, ...lines].join('\n')}
<text x="${(frame.left + right) / 2}" y="${height - 10}" text-anchor="middle">${escape(x)}</text>
<text transform="translate(16 ${(frame.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(y)}</text>
</svg>
`;
}

/** The smallest 1, 2 or 5 times a power of ten that is at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return power * ([1, 2, 5, 10].find((one) => one * power >= least * 0.999) ?? 10);
}

function spread(heights: readonly number[]): number[] {
  const placed = [...heights];
  const order = heights.map((_, place) => place).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  for (const [index, place] of order.entries()) {
    const above = order[index - 1];
    if (above !== undefined) placed[place] = Math.max(placed[place] ?? 0, (placed[above] ?? 0) + 16);
  }
  return placed;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
