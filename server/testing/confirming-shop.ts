import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { secretsIn } from './confirmation-mail.ts'
import { doJobs } from './jobs.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** The password of all accounts that `register` creates. */
export const password = 'nine green bottles'

/** Returns another code of six digits. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Opens a public test shop that wants addresses to be confirmed, with the calls about it. */
export async function openConfirmingShop() {
  const shop = await openTestShop({ VERIFY_EMAIL: 'on', PUBLIC_URL: 'https://tickets.example/shop/' })
  return { ...shop, ...confirmationCalls(shop) }
}

export type ConfirmingShop = Awaited<ReturnType<typeof openConfirmingShop>>

function confirmationCalls(shop: TestShop) {
  const { ask, db } = shop
  let count = 0

  /** Sends the mails that are waiting, and forgets counted attempts. */
  async function beginAnew(): Promise<void> {
    await doJobs(shop)
    await sql`delete from attempts`.execute(db)
  }

  /** Registers an address. Returns its user, the session and the confirmation mail. */
  async function register(email = `new${(count += 1)}@foyer.example`) {
    const reply = await ask('POST', '/users', { body: { firstName: 'Ada', lastName: 'New', email, password } })
    const { id } = reply.json<{ id: UserId }>()
    const [mail] = await doJobs(shop)
    return { id, email, as: await shop.tokenOf(id), mail, ...secretsIn(mail) }
  }

  const sendByCode = (as: string, code: string) => ask('PUT', '/email-verifications/code', { as, body: { code } })
  const sendByToken = (token: string, from = '192.0.2.1') =>
    ask('PUT', '/email-verifications', { body: { token, password }, from })
  const sendAgain = (as: string) => ask('POST', '/email-verifications', { as })

  async function isVerified(as: UserId | string): Promise<boolean> {
    return (await ask('GET', '/users/detail', { as })).json<{ isEmailVerified: boolean }>().isEmailVerified
  }

  return { beginAnew, register, sendByCode, sendByToken, sendAgain, isVerified }
}
