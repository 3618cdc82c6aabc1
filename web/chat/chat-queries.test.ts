import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { askedChatQuery } from './chat-queries.ts';

it('checks whether a member may be written to without opening the conversation', async () => {
  const asked: object[] = [];
  const call = async (_name: string, input: object) => {
    asked.push(input);
    return { messages: [] };
  };
  const queries = new QueryClient();
  await queries.fetchQuery({ ...askedChatQuery('ana'), meta: { call } });
  expect(asked).toEqual([{ profile: 'ana', before: 1 }]);
});
