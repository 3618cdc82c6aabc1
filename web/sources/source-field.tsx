import type { ReactElement } from 'react';

import { sourceField } from '../../contract/tracking.ts';
import { useCarriedSource } from './visitor-source.ts';

/** What a form that leads to the sign-up passes on of where its visitor came from. `posted` is what a form before had. */
export function SourceField({ posted }: { posted?: string | undefined }): ReactElement | null {
  const carried = useCarriedSource();
  const source = posted ?? carried;
  return source === '' ? null : <input type="hidden" name={sourceField} value={source} />;
}
