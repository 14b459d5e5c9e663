const GATEWAY = 'server/gateways/payments/stripe.ts'
const tests = 'server/gateways/payments/stripe.test.ts'
const testsOfFaults = 'server/gateways/payments/stripe-faults.test.ts'
const testsOfEvents = 'server/gateways/payments/stripe-events.test.ts'

/** Guards of the gateway to Stripe. */
export const stripe = [
  {
    name: 'Stripe: a POST whose connection broke is not sent again',
    file: GATEWAY,
    code: 'Stripe.createFetchHttpClient(fetchLimited)',
    without: 'Stripe.createNodeHttpClient()',
    tests: testsOfFaults,
  },
  {
    name: 'Stripe: redirections are refused',
    file: 'server/gateways/payments/fetch-limited.ts',
    code: "redirect: 'error'",
    without: "redirect: 'follow'",
    tests: testsOfFaults,
  },
  {
    name: 'Stripe: only its own answers count',
    file: GATEWAY,
    code: 'if (statusCode === 200 && answer.object === object) return answer',
    without: 'if (object) return answer',
    tests: testsOfFaults,
  },
  {
    name: 'Stripe: a refused look says nothing about the payment',
    file: GATEWAY,
    code: 'throw error instanceof PaymentRefused ? new ProviderDoubt(error.message, { cause: error }) : error',
    without: 'throw error',
    tests,
  },
  {
    name: 'Stripe: a refund is found before it is made',
    file: GATEWAY,
    code: 'if (known) return known',
    without: '',
    tests,
  },
  {
    name: 'Stripe: events are signed',
    file: 'server/gateways/payments/stripe-signature.ts',
    code: 'return stripe.webhooks.constructEvent(body, signature, secret)',
    without: 'return secret ? JSON.parse(String(body)) : JSON.parse(signature)',
    tests: testsOfEvents,
  },
  {
    name: 'Stripe: events of other programs are ignored',
    file: GATEWAY,
    code: "return metadata?.['payment'] === undefined ? undefined : id",
    without: 'return metadata ? id : undefined',
    tests: testsOfEvents,
  },
  {
    name: 'Stripe: the same key has the same request',
    file: 'server/gateways/payments/stripe-session-params.ts',
    code: '(payUntil.getTime() + SHORTEST_LIFE_MS)',
    without: '(payUntil.getTime() - 20 * 60_000 + SHORTEST_LIFE_MS)',
    tests,
  },
  {
    name: 'Stripe: a refusal is its own, and of this request',
    file: 'server/gateways/payments/stripe-errors.ts',
    code: "const isRefusal = rawType === 'invalid_request_error' || rawType === 'card_error'",
    without: 'const isRefusal = rawType !== undefined',
    tests,
  },
  {
    name: 'Stripe: a rolled key is no refusal',
    file: 'server/gateways/payments/stripe-errors.ts',
    code: '[401, 403, 409, 429]',
    without: '[409, 429]',
    tests,
  },
  {
    name: 'Stripe: a delayed payment that failed is over',
    file: 'server/gateways/payments/stripe-sighting.ts',
    code: "return isOver ? 'closed' : 'processing'",
    without: "return isOver ? 'processing' : 'processing'",
    tests,
  },
  {
    name: 'Stripe: a call of several requests ends in time',
    file: 'server/gateways/payments/deadline.ts',
    code: 'this.#end - performance.now()',
    without: 'this.#end - performance.now() + 10_000',
    tests: testsOfFaults,
  },
  {
    name: 'Stripe: an event of the future is forged',
    file: 'server/gateways/payments/stripe-signature.ts',
    code: 'if (isOfFuture(signature)) return undefined',
    without: 'if (signature === undefined) return undefined',
    tests: testsOfEvents,
  },
]
