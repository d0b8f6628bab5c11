/** How a person likes to work through lists, kept in their browser. Without storage the defaults hold. */

/** What waits begins with its nearest deadline, unless the person chose the newest once. */
export type OpenOrder = 'deadline' | 'newest';

const orderKey = (userId: string) => `admin-open-order:${userId}`;
const OPEN_NEXT = 'admin-open-next';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is unavailable: the choice holds for this page only.
  }
}

export const storedOrder = (userId: string | undefined): OpenOrder =>
  userId && read(orderKey(userId)) === 'newest' ? 'newest' : 'deadline';

export function storeOrder(userId: string | undefined, order: OpenOrder): void {
  if (userId) write(orderKey(userId), order);
}

/** Whether the next row opens after a decision; on unless the person turned it off. */
export const opensNext = (): boolean => read(OPEN_NEXT) !== 'off';

export const storeOpensNext = (isOn: boolean): void => write(OPEN_NEXT, isOn ? 'on' : 'off');
