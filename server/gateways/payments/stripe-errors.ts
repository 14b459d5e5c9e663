import type { Stripe } from 'stripe'
import { PaymentRefused, ProviderBusy, ProviderDoubt } from './provider.ts'

/**
 * Names what a failed call of Stripe's API means. Only answers that Stripe gives for calls without any effect are
 * refusals; everything else is doubt: connections that broke, statuses from 500 on, answers that nobody can read.
 */
export function meaningOf(error: unknown): PaymentRefused | ProviderBusy | ProviderDoubt {
  if (!isStripeError(error) || error.statusCode === undefined) return new ProviderDoubt(textOf(error), { cause: error })
  const { statusCode, rawType, code } = error
  const text = describe(error)
  // 401 and 403: a key that was rolled or lacks a right. An operator repairs it, and the same call can succeed.
  const isBusy = [401, 403, 409, 429].includes(statusCode) || code === 'rate_limit' || code === 'lock_timeout'
  if (isBusy) return new ProviderBusy(text)
  // Not an `idempotency_error`: that key has an outcome already, of other parameters.
  const isRefusal = rawType === 'invalid_request_error' || rawType === 'card_error'
  if (isRefusal && [400, 402, 404].includes(statusCode)) return new PaymentRefused(text)
  // Stripe keeps an error 500 for a day and repeats it to every call with this key.
  return new ProviderDoubt(text, { isKept: statusCode === 500 })
}

/** Leaves out the message about an email address, because it quotes the address, and errors are logged. */
function describe({ statusCode, code, param, message, requestId }: Stripe.errors.StripeError): string {
  const about = [statusCode, code, param].filter((part) => part !== undefined).join(' ')
  const quoted = param === 'customer_email' ? 'the email address is invalid' : message
  return `Stripe answered ${about}: ${quoted}${requestId === undefined ? '' : ` (${requestId})`}`
}

/** Tells errors of the SDK by their shape, because its classes are loaded only with it. */
function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && 'rawType' in error && 'statusCode' in error
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.message}${causeOf(error)}` : String(error)
}

function causeOf(error: Error): string {
  const inner = 'detail' in error ? error.detail : error.cause
  return inner instanceof Error ? ` (${inner.message}${causeOf(inner)})` : ''
}
