export type Point = readonly [x: number, y: number];

/** Reads points from `x y, x y`: outlines are easier to compare and to move when each is one line of text. */
export function points(list: string): Point[] {
  return list.split(', ').map((pair): Point => {
    const [x, y] = pair.split(' ').map(Number);
    if (x === undefined || y === undefined) throw new SyntaxError(`Not a point: ${pair}`);
    return [x, y];
  });
}

/** A number as SVG writes it best: one decimal, no trailing zero. */
export const num = (value: number): string => String(Math.round(value * 10) / 10);

/** Numbers as path data has them: a minus sign needs no space before it. */
const numbers = (values: readonly number[]): string => values.map(num).join(' ').replaceAll(' -', '-');

/** Long runs lie on whole units, short ones (an eye, a lip) on tenths; a third of the text is saved that way. */
function grid(points: readonly Point[]): { points: Point[]; steps: 1 | 10 } {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const extent = Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
  const steps = extent > 84 ? 1 : 10;
  return {
    points: points.map(([x, y]): Point => [Math.round(x * steps) / steps, Math.round(y * steps) / steps]),
    steps,
  };
}

/** Relative cubic segments of a curve through all points (Catmull-Rom); without the leading move. */
function curve(exact: readonly Point[]): string {
  const { points, steps } = grid(exact);
  let path = '';
  for (let index = 0; index + 1 < points.length; index += 1) {
    const here = points[index]!;
    const there = points[index + 1]!;
    const before = points[index - 1] ?? here;
    const after = points[index + 2] ?? there;
    const [dx, dy] = [there[0] - here[0], there[1] - here[1]];
    const leave = [(there[0] - before[0]) / 6, (there[1] - before[1]) / 6];
    const arrive = [dx - (after[0] - here[0]) / 6, dy - (after[1] - here[1]) / 6];
    path += `c${numbers([...leave, ...arrive, dx, dy].map((value) => Math.round(value * steps) / steps))}`;
  }
  return path;
}

const start = (point: Point): string => numbers(point);

/** An open smooth line. */
export function line(points: readonly Point[]): string {
  return points.length > 0 ? `M${start(grid(points).points[0]!)}${curve(points)}` : '';
}

/** A closed outline of smooth runs; where one run meets the next there is a corner. */
export function outline(...runs: readonly (readonly Point[])[]): string {
  return (
    runs.map((run, index) => (index === 0 ? line(run) : `L${start(grid(run).points[0]!)}${curve(run)}`)).join('') + 'Z'
  );
}

/** The other half of a run that starts or ends on the middle axis: mirrored and in reverse order. */
export const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]): Point => [-x, y]).reverse();

/** A closed outline that is the same left and right; `half` runs from the top to the bottom of the right side. */
export const symmetrical = (half: readonly Point[]): string => outline([...half, ...mirrored(half).slice(1)]);

/** A closed outline of bumps, as curls and leaves have; `turn` is 1 when the points go clockwise on screen. */
export function bumps(points: readonly Point[], turn: 1 | -1 = 1, fullness = 0.6): string {
  const first = points[0];
  if (!first) return '';
  const whole = points.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  let from = whole[0]!;
  let path = `M${start(from)}`;
  for (const to of [...whole.slice(1), from]) {
    const radius = Math.hypot(to[0] - from[0], to[1] - from[1]) * fullness;
    if (radius > 0)
      path += `a${Math.round(radius)} ${Math.round(radius)} 0 0 ${turn > 0 ? 1 : 0} ${numbers([to[0] - from[0], to[1] - from[1]])}`;
    from = to;
  }
  return `${path}Z`;
}

/** Points on an arc of an ellipse, angles in degrees clockwise from three o'clock. */
export function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number, count: number): Point[] {
  return Array.from({ length: count }, (_, index): Point => {
    const angle = ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180;
    return [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry];
  });
}

// Only `fill-opacity` and `stroke-opacity` are used: `opacity` makes librsvg paint a whole layer per element.
const share = (value: number): number => Math.round(value * 100) / 100;

const seen = (kind: 'fill' | 'stroke', opacity: number): string =>
  opacity < 1 ? ` ${kind}-opacity="${share(opacity)}"` : '';

export const area = (path: string, fill: string, opacity = 1): string =>
  `<path d="${path}" fill="${fill}"${seen('fill', opacity)}/>`;

/** A line; round ends and joints come from the root of the drawing. */
export const stroke = (path: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${num(width)}"${seen('stroke', opacity)}/>`;

/** Many dots of one size: lines without length under round caps. */
export const dots = (points: readonly Point[], radius: number, fill: string, opacity = 1): string =>
  stroke(points.map(([x, y]) => `M${numbers([Math.round(x), Math.round(y)])}h0`).join(''), fill, radius * 2, opacity);

/** A rectangle as path data, for many of one colour in one shape. */
export const tile = (x: number, y: number, width: number, height: number): string =>
  `M${numbers([x, y].map(Math.round))}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}Z`;

/** An area with an outline of its own. */
export const edged = (path: string, fill: string, colour: string, width: number, opacity: number): string =>
  `<path d="${path}" fill="${fill}" stroke="${colour}" stroke-width="${num(width)}"${seen('stroke', opacity)}/>`;

export const dot = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${fill}"${seen('fill', opacity)}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): string =>
  `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${seen('fill', opacity)}/>`;

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  opacity = 1,
): string {
  const rounded = radius > 0 ? ` rx="${num(radius)}"` : '';
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${rounded} fill="${fill}"${seen('fill', opacity)}/>`;
}

/**
 * A shape out of focus: a wide see-through rim of its own colour stands in for a blur, which costs librsvg too long.
 */
export const soft = (path: string, fill: string, opacity = 1): string =>
  `<path d="${path}" fill="${fill}"${seen('fill', opacity)} stroke="${fill}" stroke-width="7" stroke-opacity="${share(0.34 * opacity)}"/>`;

export function softBox(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const rounded = radius > 0 ? ` rx="${num(radius)}"` : '';
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${rounded} fill="${fill}" stroke="${fill}" stroke-width="6" stroke-opacity=".34"/>`;
}

/** A shape defined once and painted again; `id` is that of a path in the same drawing. */
export const again = (id: string, fill: string, opacity = 1): string =>
  `<use href="#${id}" fill="${fill}"${seen('fill', opacity)}/>`;

export const group = (transform: string, body: string): string => `<g transform="${transform}">${body}</g>`;

/** A gradient along a line in the coordinates of the shape that uses it; stops are `[offset, colour, opacity]`. */
export function gradient(
  id: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  const list = stops
    .map(([offset, colour, opacity = 1]) => {
      const clear = opacity < 1 ? ` stop-opacity="${opacity}"` : '';
      return `<stop offset="${offset}" stop-color="${colour}"${clear}/>`;
    })
    .join('');
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${num(x1)}" y1="${num(y1)}" x2="${num(x2)}" y2="${num(y2)}">${list}</linearGradient>`;
}
