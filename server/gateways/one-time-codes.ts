import { Secret, TOTP } from 'otpauth'

/** The interval in which an authenticator app shows one code. */
const STEP_SECONDS = 30
const SECRET_BYTES = 20
/** Accepts the code before and after the current one, because clocks differ. */
const WINDOW_STEPS = 1

/** Creates the secret of an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Builds the address that an authenticator app reads from a QR code (TOTP, RFC 6238). */
export function uriOf(secret: string, issuer: string, account: string): string {
  return generatorOf(secret, { issuer, label: account }).toString()
}

/** Finds the time step to which a code belongs. Returns undefined for a code that is wrong at the given time. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = generatorOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta
}

// The defaults of RFC 6238. Some apps ignore other values.
function generatorOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })
}
