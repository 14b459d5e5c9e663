import { messages } from '#contract/fields.ts'
import { consistsOfObviousWords, repeatsFewCharacters } from '#domain/guessable-password.ts'
import { problem } from '#domain/problem.ts'
import type { Settings } from '#server/settings/env.ts'

type Person = { firstName: string; lastName: string; email: string }
type PasswordSettings = Pick<Settings, 'REFUSE_GUESSABLE_PASSWORDS' | 'SELLER_NAME' | 'PUBLIC_URL'>

/**
 * Throws `invalid_fields` for a new password that is among the 50,000 most common ones of known leaks, in any case,
 * that repeats one or two characters, or that consists of the names of its person, the seller and the shop's host. Does
 * nothing while the setting is off.
 */
export async function refuseGuessablePassword(
  { REFUSE_GUESSABLE_PASSWORDS, SELLER_NAME, PUBLIC_URL }: PasswordSettings,
  { field, password, person }: { field: string; password: string; person: Person },
): Promise<void> {
  if (!REFUSE_GUESSABLE_PASSWORDS) return
  const { firstName, lastName, email } = person
  const texts = [firstName, lastName, email, SELLER_NAME, new URL(PUBLIC_URL).hostname]
  common ??= readCommonPasswords()
  const isGuessable = repeatsFewCharacters(password) || consistsOfObviousWords(password, texts)
  if (isGuessable || (await common).has(password.toLowerCase())) {
    throw problem('invalid_fields', { fields: [{ field, message: messages.guessable }] })
  }
}

let common: Promise<ReadonlySet<string>> | undefined

/** Reads the list at its first use, because most shops on a loopback address never need it. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
