import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { useControlProps } from './field.tsx';
import { ChevronDown, Icon } from './icon.tsx';

/** The look of all text inputs. Text is 16 px on phones, because iOS zooms the page for anything smaller. */
export const inputLook =
  'block w-full min-h-12 rounded-input bg-surface px-3.75 py-2.75 text-[1rem] leading-normal md:text-15 md:leading-normal text-ink inset-ring inset-ring-line-strong transition-[box-shadow] hover:inset-ring-ink-3 focus-visible:inset-ring-2 focus-visible:inset-ring-primary focus-visible:outline-offset-2 aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 disabled:inset-ring-line';

/** A single-line text input. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input {...rest} {...useControlProps()} type={type} className={cx(inputLook, 'read-only:bg-sunken', className)} />
  );
}

/** A multi-line text input; grows with its text, up to the caller's `max-h-*`. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      {...useControlProps()}
      rows={rows}
      className={cx(inputLook, 'field-sizing-content max-h-80 min-h-24 resize-y', className)}
    />
  );
}

/** The native select, styled like the other inputs. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select {...rest} {...useControlProps()} className={cx(inputLook, 'appearance-none truncate pr-11')}>
        {children}
      </select>
      <Icon of={ChevronDown} size="sm" className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2" />
    </span>
  );
}
