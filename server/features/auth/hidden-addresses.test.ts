import { expect, test } from 'vitest'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { secretsIn } from '#server/testing/confirmation-mail.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

const password = 'a good password'

/** Opens a shop that hides which addresses are known, for one test. */
const discreetly = async (work: (discreet: TestShop) => Promise<void>) => {
  const discreet = await openTestShop({ VERIFY_EMAIL: 'on', REGISTER_HIDE_KNOWN: '1' })
  try {
    await work(discreet)
  } finally {
    await discreet.close()
  }
}

type Answer = { status: number; problem: unknown; body: string }

/** Registers an address, then logs in with the same password. */
async function probe({ ask }: TestShop, email: string): Promise<Answer[]> {
  const body = { firstName: 'Eve', lastName: 'Probe', email, password }
  const replies = [
    await ask('POST', '/users', { body }),
    await ask('POST', '/authentication', { body: { email, password } }),
  ]
  return replies.map(({ statusCode, headers, body }) => ({ status: statusCode, problem: headers['x-problem'], body }))
}

test('hides with REGISTER_HIDE_KNOWN whether an address is known from registering and logging in', () =>
  discreetly(async (discreet) => {
    await givenUser(discreet.db, { email: 'known@foyer.example', passwordHash: await cheapHashOf('the owner knows') })
    const known = await probe(discreet, 'Known@foyer.example')
    const unknown = await probe(discreet, 'unknown@foyer.example')
    expect(known).toEqual(unknown)
    expect(unknown).toEqual([
      { status: 201, problem: undefined, body: '{}' },
      { status: 401, problem: 'wrong_credentials', body: 'Email or password is wrong.' },
    ])
    const mails = await doJobs(discreet)
    expect(mails.map(({ to, subject }) => [to.email, subject]).toSorted()).toEqual([
      ['known@foyer.example', 'You already have an account'],
      ['unknown@foyer.example', 'Confirm your email address'],
    ])
    const confirmation = mails.find(({ to }) => to.email.startsWith('unknown'))
    expect(confirmation?.paragraphs.join(' ')).not.toContain('code')
    // A second registration of an address that is still unconfirmed is answered and mailed like any known address.
    expect(await probe(discreet, 'unknown@foyer.example')).toEqual(known)
    expect(await doJobs(discreet)).toMatchObject([{ subject: 'You already have an account' }])

    const { token } = secretsIn(confirmation)
    expect((await discreet.ask('PUT', '/email-verifications', { body: { token, password } })).statusCode).toBe(204)
    const login = { email: 'unknown@foyer.example', password }
    expect((await discreet.ask('POST', '/authentication', { body: login })).statusCode).toBe(200)
  }))
