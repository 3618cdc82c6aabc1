import { expect, it } from 'vitest';

import { readFields } from './form-action.ts';

const multipart = 'multipart/form-data; boundary=x';
const whole = '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nHello\r\n--x--\r\n';

const read = (body: string, type: string) =>
  readFields(new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } }));

it('a form is read into its fields', async () => {
  expect(await read(whole, multipart)).toEqual({ text: 'Hello' });
});

it.each([
  [whole, 'multipart/form-data'],
  [whole, 'multipart/form-data; boundary=y'],
  [whole.slice(0, -20), multipart],
  ['', multipart],
  ['{}', 'application/json'],
])('a body that is not a form is refused with 400: %j as %s', async (body, type) => {
  await expect(read(body, type)).rejects.toMatchObject({ init: { status: 400 }, data: { error: 'request.malformed' } });
});

it('a line break of a posted text counts as one character', async () => {
  expect(await read('text=a%0D%0Ab', 'application/x-www-form-urlencoded')).toEqual({ text: 'a\nb' });
});
