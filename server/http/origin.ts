import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

/** Bindings of Hono's Node adapter. */
export interface NodeBindings {
  Bindings: HttpBindings;
}

/** Whether an address is one of the operator's own proxies. */
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

/** A dual-stack socket writes 192.0.2.1 as `::ffff:192.0.2.1`. */
const plainAddress = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Network address of a caller: that of the connection itself. A forwarding header counts only behind the operator's own proxies
 * (`TRUSTED_PROXIES`): read from its end, the first address outside them is the caller's. Entries before it can be forged.
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
  // URL parsing normalises: no dotted end, no leading zeros.
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [front = '', back] = short.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  if (back === undefined) return groups(front);
  const left = groups(front);
  const right = groups(back);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

/**
 * Key under which a network is counted: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. An IPv4-mapped
 * IPv6 address counts as its IPv4 address.
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
 * Whether a writing call proves that it comes from our own pages: by the browser's `Sec-Fetch-Site`, and its `Origin` where it sends one.
 * With SameSite=Strict cookies this is the second defence against cross-site request forgery (ASVS 5.0, 3.5.1).
 * @param place `publicUrl` is the product's public address. A live institution accepts that origin only (`ownOriginOnly`): the same host
 * without encryption is another origin, whatever `Host` says. A demonstration also accepts other names of the same machine.
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
