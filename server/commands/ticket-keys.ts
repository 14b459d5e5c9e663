import { tokensWith } from '../features/auth/tokens.ts'
import { keepTokenKey } from '../features/auth/keep-token-key.ts'
import { revokeTicketKey, rotateTicketKey } from '../features/ticket-codes/change-ticket-keys.ts'
import { type ListedKey, selectTicketKeys } from '../features/ticket-codes/ticket-keys.sql.ts'
import { findSigner, openSigner } from '../features/ticket-codes/ticket-keys.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Settings } from '../settings/env.ts'
import { runCommand, withShop } from './command.ts'

await runCommand(async () => {
  const [action = '', number = '', ...others] = process.argv.slice(2)
  const takesNumber = action === 'revoke'
  const isKnown = takesNumber ? /^[1-9]\d{0,2}$/.test(number) : /^(list|rotate)$/.test(action) && number === ''
  if (!isKnown || others.length > 0) {
    throw new Error('The command is: npm run ticket-keys -- list, or rotate, or revoke and the number of a key')
  }
  await withShop(async (database, settings) => {
    if (action === 'list') return list(database, settings)
    return takesNumber ? revoke(database, settings, Number(number)) : rotate(database, settings)
  })
})

async function list({ db }: OpenDatabase, settings: Settings): Promise<void> {
  const keys = await selectTicketKeys(db)
  if (keys.length === 0) console.log('There is no key yet. The first ticket that is shown makes one.')
  const tokens = await tokensOf(db, settings)
  const signs = (await findSigner({ db, tokens }))?.number
  for (const key of keys) {
    const secret = openSigner(tokens, key) ? '' : ', of another JWT_SECRET'
    console.log(`${key.number}  made ${timeText(key.createdAt)}  ${stateOf(key, key.number === signs)}${secret}`)
  }
}

function stateOf({ revokedAt, renewedAt }: ListedKey, isSigning: boolean): string {
  if (!revokedAt) return isSigning ? 'signs' : 'verifies'
  const renewal = renewedAt ? 'all tickets have new codes' : 'tickets are getting new codes'
  return `revoked ${timeText(revokedAt)}, ${renewal}`
}

async function rotate({ db }: OpenDatabase, settings: Settings): Promise<void> {
  const number = await rotateTicketKey({ db, tokens: await tokensOf(db, settings) })
  console.log(`Key ${number} signs from now on. Codes of older keys stay valid.`)
}

async function revoke({ db }: OpenDatabase, settings: Settings, number: number): Promise<void> {
  const revocation = await revokeTicketKey({ db, tokens: await tokensOf(db, settings) }, number)
  if (!revocation) return console.log(`Key ${number} was revoked before.`)
  const { signs, tickets, holders, unreachable } = revocation
  const successor = signs ? `Key ${signs} signs.` : 'The next ticket that is shown makes a new key.'
  console.log(`Key ${number} is revoked, and its codes are refused. ${successor}`)
  console.log(`The shop gives ${tickets} tickets new codes and mails them to ${holders - unreachable} people.`)
  if (unreachable > 0) console.log(`${unreachable} buyers have no email address. Print their tickets at the desk.`)
}

async function tokensOf(db: OpenDatabase['db'], { JWT_SECRET }: Settings) {
  return tokensWith(JWT_SECRET ?? (await keepTokenKey(db)))
}

/** Writes a time in UTC. */
function timeText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}
