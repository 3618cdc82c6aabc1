/**
 * The number of an order that people read and spell: the first eight characters of its id. Addresses have the whole id.
 * The provider shows the number with the payment, so that support finds it.
 */
export function orderNumberOf(paymentId: string): string {
  return paymentId.slice(0, 8).toUpperCase();
}
