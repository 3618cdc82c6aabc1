/** Links as the API's answers have them. */
export const hal = (href: string) => ({ href, type: 'application/hal+json' });
export const html = (href: string) => ({ href, type: 'text/html' });
export const documentation = html('https://docs.mollie.com/reference/overview');
