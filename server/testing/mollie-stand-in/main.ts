import { openStandIn } from './server.ts'

const DEFAULT_PORT = 8143
const API_KEY = 'test_standin'
const ACCESS_TOKEN = 'access_standin'

// Opens a stand-in of Mollie for development and for tests, until the process ends. Stores nothing.
const say = (text: string) => process.stdout.write(`${text}\n`)
const port = Number(process.env['PORT'] ?? DEFAULT_PORT)
const origin = await openStandIn({ port, apiKey: API_KEY, accessToken: ACCESS_TOKEN })
say(`The stand-in of Mollie is open at ${origin}. Start the shop with:\n`)
say('  PAYMENTS=mollie')
say(`  MOLLIE_API_URL=${origin}`)
say(`  MOLLIE_API_KEY=${API_KEY}`)
say(`  MOLLIE_ACCESS_TOKEN=${ACCESS_TOKEN}\n`)
say('It calls the webhook of each payment, at the public address of the shop. No money moves.')
