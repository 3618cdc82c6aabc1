/** In the address of an order that was placed earlier, at a price that has changed since. */
export const earlierFlag = 'earlier';
