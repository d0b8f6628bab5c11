import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

/** What Hono's Node adapter gives a handler beside the request. */
export interface NodeBindings {
  Bindings: HttpBindings;
}

/** Says whether an address is one of the operator's own proxies. */
export type IsTrusted = (address: string) => boolean;

/** @param proxies addresses, or networks as `address/bits`; checked when the configuration was read. */
export function trusting(proxies: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const entry of proxies) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** `::ffff:192.0.2.1` is how a socket for both families writes 192.0.2.1. */
const plainAddress = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Where a call comes from: the address of the connection itself. A forwarding header is believed only as far as the operator's own
 * proxies vouch for it (`TRUSTED_PROXIES`): read from its end, the first address that is none of theirs is the caller's. Anyone can
 * write what stands before it.
 */
export function addressOf(env: HttpBindings | undefined, headers: Headers, isTrusted: IsTrusted): string {
  let address = plainAddress(env?.incoming?.socket?.remoteAddress ?? 'unknown');
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map(plainAddress).reverse();
  for (const hop of forwarded) {
    if (!isTrusted(address) || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** The eight groups of an IPv6 address; null for anything else. */
function groupsOf(address: string): string[] | null {
  const plain = address.split('%', 1)[0] ?? '';
  if (isIP(plain) !== 6) return null;
  // The short form of a URL has no dotted end and no zeros in front.
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [front = '', back] = short.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  if (back === undefined) return groups(front);
  const left = groups(front);
  const right = groups(back);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

/**
 * What counts as one caller by network address: an IPv4 address, or the 64 bits in front of an IPv6 address, which one subscriber has to
 * themselves with all that lies behind. An IPv4 address in the clothes of IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (!groups) return address;
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const bits = Number.parseInt(group, 16);
    return [bits >> 8, bits & 255];
  });
  return bytes.join('.');
}

/**
 * Whether a call that changes something proves that it comes from our own pages: the browser's `Sec-Fetch-Site`, and its `Origin` where it
 * sends one. With SameSite=Strict cookies this is the second wall against forged requests (ASVS 5.0, 3.5.1).
 * @param place `publicUrl` is where people reach the product. A live institution is reached there alone (`ownOriginOnly`): the same name
 * without encryption is not its origin, whatever `Host` says. A demonstration is also tried under other names of the same machine.
 */
export function sameOriginProof(place: {
  readonly publicUrl: string;
  readonly ownOriginOnly: boolean;
}): (headers: Headers) => boolean {
  const own = new URL(place.publicUrl);
  const isOurs = (origin: string, host: string | null) => {
    if (origin === own.origin) return true;
    if (place.ownOriginOnly || !URL.canParse(origin)) return false;
    const named = new URL(origin);
    const isWeaker = own.protocol === 'https:' && named.protocol !== 'https:';
    return named.host === host && !isWeaker;
  };
  return (headers) => {
    const site = headers.get('sec-fetch-site');
    const origin = headers.get('origin');
    if (site && site !== 'same-origin') return false;
    if (!origin || (site && !place.ownOriginOnly)) return site !== null;
    return isOurs(origin, headers.get('host'));
  };
}
