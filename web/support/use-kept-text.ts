import { type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { useUnsaved } from '../shell/use-unsaved.ts';
import type { Complained } from './complaint-action.ts';

/** Props of the text box of a complaint. */
export interface TextBox {
  ref: RefObject<HTMLTextAreaElement | null>;
  onChange: () => void;
}

/** Keeps the text of a complaint in this browser until the complaint has arrived. */
export function useKeptText(answer: Complained | undefined): TextBox {
  const [query] = useSearchParams();
  const ref = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(answer?.typed['text'] ?? '');
  const contested = answer?.typed['contests'] ?? query.get('contests') ?? '';
  useUnsaved(`complaint.${contested}`, answer?.taken || text === '' ? null : text, (kept) => {
    if (ref.current) ref.current.value = kept;
    setText(kept);
  });
  return { ref, onChange: () => setText(ref.current?.value ?? '') };
}
