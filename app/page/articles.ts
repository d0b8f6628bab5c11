/** The articles of the blog without their bodies; a file of its own, so that only pages that list articles carry them. */
export { articles } from 'virtual:articles';
