// Writes web/landers/town-map.data.ts (Mercator), which is committed. Run `npm run build` before.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { towns } from '../build/server/geo/towns.data.js';

/** The countries of each map, and its edges in degrees. */
const maps = {
  europe: {
    countries: ['NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'GB', 'PL', 'CH', 'DK', 'FI', 'NO', 'SE'],
    west: -10.6,
    east: 31.4,
    north: 70.5,
    south: 35.6,
  },
  america: { countries: ['US', 'CA'], west: -128, east: -52, north: 62, south: 24 },
  oceania: { countries: ['AU', 'NZ'], west: 112, east: 180, north: -9, south: -48 },
};
const width = 600;

const mercator = (degrees) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));

function draw({ countries, west, east, north, south }) {
  const scale = width / (((east - west) * Math.PI) / 180);
  const toX = (lon) => Math.round(((lon - west) * Math.PI * scale) / 180);
  const toY = (lat) => Math.round((mercator(north) - mercator(lat)) * scale);
  const height = toY(south);
  const paths = countries.map((country) => {
    const points = towns[country]
      .map(({ lat, lon }) => [toX(lon), toY(lat)])
      .filter(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height);
    const places = new Set(points.toSorted(([a, b], [c, d]) => b - d || a - c).map(([x, y]) => `M${x} ${y}h0`));
    return `    ${country}: '${[...places].join('')}',`;
  });
  return `{\n    height: ${height},\n${paths.join('\n')}\n  }`;
}

const text = Object.entries(maps).map(([name, map]) => `  ${name}: ${draw(map)},`);
writeFileSync(
  fileURLToPath(new URL('../web/landers/town-map.data.ts', import.meta.url)),
  `/** Written by \`scripts/draw-town-map.mjs\`. Each map is ${width} wide; each move of a path is a town. */
export const townMaps = {
${text.join('\n')}
} as const;
`,
);
