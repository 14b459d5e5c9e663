/**
 * Lists the addresses of a database whose address names several hosts, `postgres://a,b:5433/shop`, one for each host.
 * Leaves out `target_session_attrs`, because the shop always looks for the primary.
 */
export function listHosts(address: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address) ?? []
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

/** Names a database for people, such as `shop at db1,db2:5433`. Leaves out user and password. */
export function nameOfDatabase(address: string): string {
  const [, hosts = '', name = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)\/?([^?#]*)/.exec(address) ?? []
  return `${name} at ${hosts}`
}

/**
 * Tells whether the driver can read the address of a database. Refuses a `/`, `?` or `#` in a password, after which it
 * would read another host.
 */
export function isDatabaseAddress(address: string): boolean {
  const isCutOff = /^\w+:\/\/[^@/?#]*(?:[/#][^?]*|\?[^=]*)@/.test(address)
  return !isCutOff && listHosts(address).every((host) => URL.canParse(host.replace('@/', '@localhost/')))
}
