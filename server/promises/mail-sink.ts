import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server that keeps what it accepts. */
export type MailSink = {
  /** The setting `SMTP_URL` of a shop that sends to it. */
  url: string
  /** The mails with their Message-IDs, in the order of their arrival. */
  received: readonly { messageId: string; text: string }[]
}

/** Starts a mail server for one test and stops it afterwards. */
export async function openMailSink(): Promise<MailSink> {
  const received: { messageId: string; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const { messageId = '', text = '' } = await PostalMime.parse(Buffer.concat(parts))
        received.push({ messageId, text })
        done()
      })
    },
  })
  // A killed server leaves broken connections behind.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}
