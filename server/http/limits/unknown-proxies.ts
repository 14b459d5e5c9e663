import type { FastifyInstance } from 'fastify'

const HOUR_MS = 3_600_000

/**
 * Warns, at most once an hour, of a request with `X-Forwarded-For` from an address that `TRUSTED_PROXIES` does not
 * name: if that is the operator's proxy, all customers behind it share the limits of one network.
 */
export function warnOfUnknownProxies(app: FastifyInstance, warn = (text: string) => app.log.warn(text)): void {
  let quietUntil = 0
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress
    // Fastify reads the addresses of the header only if it trusts the peer.
    const isTrusted = (request.ips?.length ?? 0) > 1
    if (!request.headers['x-forwarded-for'] || isTrusted || Date.now() < quietUntil) return
    quietUntil = Date.now() + HOUR_MS
    warn(
      `A request from ${peer} carries X-Forwarded-For, but TRUSTED_PROXIES does not name this address. If it is a proxy of this shop, all customers behind it count as one and share its limits: set TRUSTED_PROXIES=${peer}.`,
    )
  })
}
