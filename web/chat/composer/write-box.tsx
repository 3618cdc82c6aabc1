import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useEffect, useId, useRef } from 'react';

import { pastedFile } from '../../photos/photo-rules.ts';
import { useSay } from '../../platform/sentences.tsx';
import { isHydrating } from '../../platform/hydrated.ts';
import { cx } from '../../ui/cx.ts';
import { isComposing } from '../../ui/is-composing.ts';

/** From this many characters on, the text gets its own line on phones: there is no space beside the buttons. */
const longFrom = 17;
/** From this fraction of the limit on, the remaining length is announced. */
const nearLimit = 0.8;

export interface WriteBoxProps {
  name: string;
  text: string;
  /** Limit and length in code points. */
  max: number;
  length: number;
  onWrite: (text: string) => void;
  onSend: () => void;
  /** Called with a pasted file. */
  onFile: (file: File) => void;
}

/** The text box. It grows with its text; Enter sends on devices with a keyboard and starts a new line on others. */
export function WriteBox({ name, text, max, length, onWrite, onSend, onFile }: WriteBoxProps): ReactElement {
  const say = useSay();
  const box = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const isNear = length > max * nearLimit;
  const isLong = length >= longFrom || text.includes('\n');

  useEffect(() => grow(box.current), [text]);
  useEffect(() => {
    const isElsewhere = isHydrating() && document.activeElement !== document.body;
    if (hasKeyboard() && !isElsewhere) box.current?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || !hasKeyboard()) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <>
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        value={text}
        aria-label={say('chat.write', { name })}
        aria-describedby={isNear ? counterId : undefined}
        aria-invalid={length > max || undefined}
        placeholder={say('chat.write-placeholder')}
        enterKeyHint="enter"
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={cx(
          'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-2.5 text-[1rem] leading-normal outline-none placeholder:whitespace-nowrap focus-visible:[box-shadow:none] md:text-15',
          isLong && 'max-md:order-first max-md:max-h-26 max-md:basis-full max-md:px-3 max-md:pt-2 max-md:pb-0',
        )}
      />
      <span id={counterId} aria-live="polite" className="sr-only">
        {isNear &&
          (length > max
            ? say('chat.count-over', { count: length - max })
            : say('chat.count-left', { count: max - length }))}
      </span>
    </>
  );
}

function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches;
}

/** Sets the height in browsers without `field-sizing`. */
function grow(box: HTMLTextAreaElement | null): void {
  if (!box || CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
