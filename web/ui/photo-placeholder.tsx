import { cx } from './cx.ts';

/** Angles of the light on the teal background, so that many placeholders are not one color. */
const tilts = ['[--tilt:168deg]', '[--tilt:195deg]', '[--tilt:150deg]', '[--tilt:215deg]'];

function deriveTilt(name: string): string | undefined {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0) ?? 0;
  return tilts[sum % tilts.length];
}

function getInitial(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? '';
}

export type PhotoPlaceholderProps = {
  name: string;
  /** Centers the letter, for circles; in a 4:5 frame it is a little higher, where a face would be. */
  centred?: boolean;
};

/** A member without a picture: the initial on teal glass. A drawn face would look like a person. */
export function PhotoPlaceholder({ name, centred = false }: PhotoPlaceholderProps) {
  return (
    <span
      aria-hidden="true"
      className={cx('initial-ground @container grid size-full place-items-center', deriveTilt(name))}
    >
      <span
        className={cx(
          'font-speak text-[clamp(0.9375rem,38cqw,7rem)] leading-none font-medium text-on-photo/88',
          !centred && '-mt-[14%]',
        )}
      >
        {getInitial(name)}
      </span>
    </span>
  );
}
