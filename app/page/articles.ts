/** The blog's articles without their bodies, in a separate file so that only pages that list articles load them. */
export { articles } from 'virtual:articles';
