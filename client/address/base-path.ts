/** The base path of the shop with a slash at both ends: `/` or `/shop/`. */
export const basePath = new URL('.', document.baseURI).pathname
