/** The price list of loans of the institution that this build serves. */
export { priceList } from 'virtual:price-list';
