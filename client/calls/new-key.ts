/**
 * Creates an Idempotency-Key for one attempt at a call. Send it again with the same call if the outcome is unknown.
 * Works on pages served over plain http too, where `crypto.randomUUID` does not exist.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
