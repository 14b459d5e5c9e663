import { SettingsError } from '../settings/env.ts'
import { HostClient } from './host-client.ts'

const ANSWER_WITHIN_MS = 3_000
/** SQL_ASCII stores the bytes of UTF-8 as they come. */
const ENCODINGS = ['UTF8', 'SQL_ASCII']

type Text = { encoding: string; hasPlainLetters: boolean; dateStyle: string }

/**
 * Throws a `SettingsError` if a database cannot store all characters, changes ASCII letters in another way than the
 * shop when it ignores case, or writes dates that the shop does not read.
 */
export async function requireText(address: string): Promise<void> {
  const { encoding, hasPlainLetters, dateStyle } = await readText(address)
  if (!ENCODINGS.includes(encoding)) {
    throw new SettingsError(`The database has the encoding ${encoding}. Create one with the encoding UTF8.`)
  }
  if (!hasPlainLetters) {
    throw new SettingsError(
      'The locale of the database takes "I" and "i" for two letters, as in Turkish: equal email addresses would differ. Create one with the locale C.UTF-8.',
    )
  }
  if (!dateStyle.startsWith('ISO')) {
    throw new SettingsError(`The database writes dates with DateStyle = ${dateStyle}. Set DateStyle = ISO.`)
  }
}

async function readText(address: string): Promise<Text> {
  const client = new HostClient({ connectionString: address, query_timeout: ANSWER_WITHIN_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Text>(`
      select current_setting('server_encoding') as encoding, lower('I') = 'i' as "hasPlainLetters",
        current_setting('DateStyle') as "dateStyle"`)
    const [text] = rows
    if (!text) throw new Error('The database tells nothing of its texts.')
    return text
  } finally {
    await client.end().catch(() => undefined)
  }
}
