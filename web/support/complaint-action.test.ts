import type { ActionFunctionArgs } from 'react-router';
import { expect, it } from 'vitest';

import { complainAction } from './complaint-action.ts';

it('a complaint of more text than anybody types is refused as too large', async () => {
  const body = new FormData();
  for (const field of ['text', 'made-up']) body.set(field, 'x'.repeat(100_000));
  const request = new Request('http://localhost/complaints', { method: 'POST', body });
  await expect(complainAction({ request } as ActionFunctionArgs)).rejects.toMatchObject({
    init: { status: 413 },
    data: { error: 'request.too-large' },
  });
});
