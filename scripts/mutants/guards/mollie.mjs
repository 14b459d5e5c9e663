const CALLS = 'server/gateways/payments/mollie-calls.ts'
const tests = 'server/gateways/payments/mollie.test.ts'
const testsOfFaults = 'server/gateways/payments/mollie-faults.test.ts'
const testsInShop = 'server/features/orders/payments/mollie.test.ts'

/** Guards of the gateway to Mollie. */
export const mollie = [
  {
    name: 'Mollie: a refund that fails after weeks is found without a webhook',
    file: 'server/gateways/payments/mollie.ts',
    code: 'mollieRefund, { from: failed, deadline }',
    without: 'mollieRefund, { from: changed, deadline }',
    tests,
  },
  {
    name: 'Mollie: redirections are refused',
    file: 'server/gateways/payments/fetch-limited.ts',
    code: "redirect: 'error'",
    without: "redirect: 'follow'",
    tests: testsOfFaults,
  },
  {
    name: 'Mollie: only its own answers count',
    file: CALLS,
    code: 'if (!read.success) throw',
    without: 'if (json === undefined) throw',
    tests: testsOfFaults,
  },
  {
    name: 'Mollie: the key is sent to no other address',
    file: CALLS,
    code: 'if (url.origin !== new URL(apiUrl).origin)',
    without: "if (url.protocol === 'ftp:')",
    tests: testsOfFaults,
  },
  {
    name: 'Mollie: a refused look says nothing about the payment',
    file: CALLS,
    code: 'if (!isRead && read.success',
    without: 'if (read.success',
    tests,
  },
  {
    name: 'Mollie: a refund is found before it is made',
    file: 'server/gateways/payments/mollie.ts',
    code: 'if (known) return known',
    without: '',
    tests,
  },
  {
    name: 'Mollie: webhooks do not put a look off',
    file: 'server/features/orders/payments/payment-looks.sql.ts',
    code: 'keepsTime: true',
    without: 'keepsTime: false',
    tests: testsInShop,
  },
  {
    name: 'Mollie: a payment is opened only while its key is known',
    file: 'server/features/orders/payments/open-at-provider.ts',
    code: 'if (payment.isOverdue) {',
    without: "if (payment.key === '') {",
    tests: testsInShop,
  },
  {
    name: 'huge answers of a payment provider are not read',
    file: 'server/gateways/payments/fetch-limited.ts',
    code: 'if (bytes > MAX_ANSWER_BYTES)',
    without: 'if (bytes < 0)',
    tests: 'server/gateways/payments/mollie-faults.test.ts',
  },
]
