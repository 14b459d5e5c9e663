import { isIPv6 } from 'node:net'

/**
 * Returns the client network of an address for rate limits: an IPv4 address, or an IPv6 /64 network. Leaves out the
 * port, which some proxies add in `X-Forwarded-For`: every connection would be a network of its own.
 */
export function clientNetworkOf(given: string): string {
  const address = withoutPort(given)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [head = '', tail = ''] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
}
