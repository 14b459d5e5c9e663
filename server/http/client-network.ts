import { isIPv6 } from 'node:net'

/**
 * Returns the client network of an address for rate limits: an IPv4 address, or an IPv6 /56 network, which is what
 * providers give a household. Leaves out the port, which some proxies add in `X-Forwarded-For`: every connection would
 * be a network of its own.
 */
export function clientNetworkOf(given: string): string {
  const address = withoutPort(given)
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535') {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = groups
  return [first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')
}

/** Returns the eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => hexGroups(bytes.slice(0, 4).map(Number)))
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
    .map((part) => part.map((group) => Number.parseInt(group, 16)))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0)
  return [...head, ...zeros, ...tail]
}

/** Writes the four bytes of an IPv4 address as the last two groups of an IPv6 address. */
function hexGroups([first = 0, second = 0, third = 0, fourth = 0]: readonly number[]): string {
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`
}

function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
}
