import { openStandIn } from './server.ts'

const DEFAULT_PORT = 8142
const API_KEY = 'sk_test_standin'

// Opens a stand-in of Stripe for development and for tests, until the process ends. Stores nothing.
const say = (text: string) => process.stdout.write(`${text}\n`)
const origin = await openStandIn({ port: Number(process.env['PORT'] ?? DEFAULT_PORT), apiKey: API_KEY })
const shop = process.env['SHOP_URL'] ?? 'http://127.0.0.1:8080/'
await fetch(`${origin}/control/webhooks`, {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url: `${shop}api/v1/payments/stripe/events`, secrets: ['whsec_standin'] }),
})
say(`The stand-in of Stripe is open at ${origin}. Start the shop with:\n`)
say('  PAYMENTS=stripe')
say(`  STRIPE_API_URL=${origin}`)
say(`  STRIPE_SECRET_KEY=${API_KEY}`)
say('  STRIPE_WEBHOOK_SECRET=whsec_standin\n')
say(`Events are sent to ${shop}api/v1/payments/stripe/events (SHOP_URL). No money moves.`)
