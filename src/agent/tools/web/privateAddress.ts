import { isIPv6 } from 'node:net';

/** IPv4 networks that are no place of the public net: [address, bits]. */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The inner services of a cloud, at an address that looks public.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** True for an address of this machine, of a local network, or of no place at all. What can't be read counts as private. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return isPrivateV4(plain);
  const words = wordsOf(plain);
  const [first = 0, second = 0] = words;
  const inside = embeddedV4(words);
  if (inside) return isPrivateV4(inside);
  // Only 2000::/3 is given out to the public; of it, Teredo, documentation, benchmarks and ORCHID are not.
  if ((first & 0xe000) !== 0x2000) return true;
  if (first === 0x3fff) return second < 0x1000;
  const orchid = (second & 0xfff0) === 0x0010 || (second & 0xfff0) === 0x0020;
  return first === 0x2001 && (second === 0 || second === 0x0002 || second === 0x0db8 || orchid);
}

function isPrivateV4(address: string): boolean {
  const value = numberOf(address);
  if (value === undefined) return true;
  return PRIVATE_V4.some(([network, bits]) => {
    const mask = 2 ** (32 - bits);
    return Math.floor(value / mask) === Math.floor((numberOf(network) ?? 0) / mask);
  });
}

function numberOf(address: string): number | undefined {
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255))
    return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** The eight words of an IPv6 address. */
function wordsOf(address: string): number[] {
  const v4 = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  const value = v4 === undefined ? 0 : (numberOf(v4) ?? 0);
  const hex = v4
    ? address.slice(0, -v4.length) +
      `${Math.floor(value / 65536).toString(16)}:${(value % 65536).toString(16)}`
    : address;
  const [head = '', tail] = hex.split('::');
  const left = head === '' ? [] : head.split(':').map((word) => Number.parseInt(word, 16));
  const right =
    tail === undefined || tail === '' ? [] : tail.split(':').map((word) => Number.parseInt(word, 16));
  if (tail === undefined) return left;
  return [...left, ...new Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}

/** The IPv4 address inside a mapped, translated (NAT64) or 6to4 one. */
function embeddedV4(words: readonly number[]): string | undefined {
  const show = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const zeros = (count: number) => words.slice(0, count).every((word) => word === 0);
  if (zeros(5) && words[5] === 0xffff) return show(words[6], words[7]);
  if (words[0] === 0x64 && words[1] === 0xff9b) return show(words[6], words[7]);
  if (words[0] === 0x2002) return show(words[1], words[2]);
  return undefined;
}
