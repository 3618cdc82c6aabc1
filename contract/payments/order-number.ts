/**
 * Returns the order number that people read and spell: the first eight characters of the id. URLs have the whole id.
 * The provider shows the number with the payment, so that support can find it.
 */
export function formatOrderNumber(paymentId: string): string {
  return paymentId.slice(0, 8).toUpperCase();
}
