/** Links in the format of the API's responses. */
export const hal = (href: string) => ({ href, type: 'application/hal+json' });
export const html = (href: string) => ({ href, type: 'text/html' });
export const documentation = html('https://docs.mollie.com/reference/overview');
