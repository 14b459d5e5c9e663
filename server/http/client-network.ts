import ipaddr from 'ipaddr.js'

/**
 * Returns the client network of an address for rate limits: an IPv4 address, or an IPv6 /56 network, which is what
 * providers give a household. Leaves out the port, which some proxies add in `X-Forwarded-For`: every connection would
 * be a network of its own. Leaves out the zone of a link-local address, such as `%eth0`. Returns other texts unchanged.
 */
export function clientNetworkOf(given: string): string {
  const address = withoutPort(given).replace(/%.*$/s, '')
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.process(address)
  // An IPv4 address within IPv6.
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts
  return [first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')
}

function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
}
