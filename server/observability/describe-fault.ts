/** Bounded, because each character of a long word begins another attempt. No address is longer. */
const EMAIL_ADDRESS = /[^\s<>"'(),:;@]{1,255}@[^\s<>"'(),:;@]+/g
/** Longer than any stack. */
const MAX_CHARACTERS = 10_000

/** Describes an error for the log. Leaves out email addresses, and the details of PostgreSQL, which quote values. */
export function describeFault(error: unknown): { type: string; message: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: hideAddresses(String(error)) }
  return {
    type: error.name,
    message: hideAddresses(error.message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack ? { stack: hideAddresses(error.stack) } : {}),
  }
}

function hideAddresses(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replaceAll(EMAIL_ADDRESS, '…@…')
}
