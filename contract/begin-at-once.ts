import Type from 'typebox';

/**
 * There is one kind of order: its buyer asks for the credits before the withdrawal period ends. Credits that could be used
 * and paid back in full would be free, so an order that says otherwise is refused.
 */
export const BeginAtOnce = Type.Literal(true, {
  description:
    'Each order is a request to begin at once: the buyer asks for the credits before the withdrawal period ends, and knows that used ones are not refunded. `false` is refused.',
});
