import { expect, test } from 'vitest';

import { firstMessagePrice, parseReceiver } from './signup-texts.tsx';

const id = '0b0f6b6e-7c4d-4a55-9d0e-3f3c1b2a4d5e';

test("only the path of a member's chat names a receiver of a first message", () => {
  expect(parseReceiver(`/members/${id}/chat`)).toBe(id);
  expect(parseReceiver(`/members/${id}/chat?gift=1`)).toBe(id);
  for (const next of ['', '/members', `/members/${id}`, `/members/${id}/chats`, '/members/x/chat', `/chats/${id}`])
    expect(parseReceiver(next), next).toBeUndefined();
});

test('the first message has a price, and is not offered to visitors who cannot afford it', () => {
  expect(firstMessagePrice({ message_credits: 5, fictional: false }, 20)).toEqual({ kind: 'cost', credits: 5 });
  expect(firstMessagePrice({ message_credits: 20, fictional: false }, 20)).toEqual({ kind: 'cost', credits: 20 });
  expect(firstMessagePrice({ message_credits: 5, fictional: false }, 4)).toBeNull();
  expect(firstMessagePrice({ message_credits: 0, fictional: true }, 0)).toEqual({ kind: 'fictional', credits: 0 });
  expect(firstMessagePrice({ message_credits: 0, fictional: false }, 0)).toEqual({ kind: 'free', credits: 0 });
});
