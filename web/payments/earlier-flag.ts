/** In the address of an order that was placed before, at a price that is another now. */
export const earlierFlag = 'earlier';
