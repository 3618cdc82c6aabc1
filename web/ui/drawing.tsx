import type { ReactElement, SVGProps } from 'react';

/** A decorative drawing: an SVG file, whose classes are those of the page's style sheet. Its children lie on top. */
export function Drawing({ of, children, ...rest }: SVGProps<SVGSVGElement> & { of: string }): ReactElement {
  const frame = { viewBox: /viewBox="([^"]*)"/.exec(of)?.[1], 'aria-hidden': true, ...rest };
  if (children === undefined) return <svg {...frame} dangerouslySetInnerHTML={shapesIn(of)} />;
  return (
    <svg {...frame}>
      <Shapes of={of} />
      {children}
    </svg>
  );
}

/** The shapes of an SVG file as a part of another drawing. */
export function Shapes({ of, ...rest }: SVGProps<SVGGElement> & { of: string }): ReactElement {
  return <g {...rest} dangerouslySetInnerHTML={shapesIn(of)} />;
}

/** Returns the shapes of a file, without the root element, which is on the first and the last line. */
function shapesIn(file: string): { __html: string } {
  const lines = file.trimEnd().split('\n').slice(1, -1);
  return { __html: lines.map((line) => line.trimStart()).join('\n') };
}
