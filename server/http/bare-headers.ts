import type { Settings } from '#server/settings/env.ts'

const NONE = ["'none'"]

/** The Content-Security-Policy of every answer except pages: no scripts, no loading, no framing. */
export const STRICTEST_POLICY = {
  'default-src': NONE,
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
}

const POLICY = Object.entries(STRICTEST_POLICY).map(([name, sources]) => `${name} ${sources.join(' ')}`)

/** One year, as helmet writes it. */
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

type Refusal = { type: string; body: string; code: string; requestId: string }

/** Returns the headers of a refusal that is written without Fastify, whose hooks add these to all other answers. */
export function bareHeaders(
  { type, body, code, requestId }: Refusal,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): Record<string, string> {
  return {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Problem': code,
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': POLICY.join(';'),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    ...(PUBLIC_URL.startsWith('https:') && { 'Strict-Transport-Security': TRANSPORT_SECURITY }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}
