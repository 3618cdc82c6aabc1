import Type from 'typebox';

/** Orders must ask for credits before the withdrawal period ends: credits used and refunded in full would be free. */
export const BeginAtOnce = Type.Literal(true, {
  description:
    'request to begin at once, part of every order: the buyer asks for the credits before the withdrawal period ends and knows that used credits are not refunded; `false` is refused',
});
