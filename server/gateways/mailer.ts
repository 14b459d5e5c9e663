import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Settings } from '#server/env.ts'
import { renderMail, type MailContent } from './render-mail.ts'

/** A mail to one reader. The same `id` again is the same mail: receivers may drop the second one. */
export type Letter = MailContent & { id: string; to: { firstName: string; email: string } }

/** Sends mails. */
export type Mailer = { send: (letter: Letter) => Promise<void>; close: () => void }

/** Sends by SMTP_URL; without one, writes each mail as a file below DATA_DIR/mail and says where. */
export function mailerOf(settings: Settings, say: (text: string) => void): Mailer {
  return settings.SMTP_URL ? smtpMailer(settings, settings.SMTP_URL) : fileMailer(settings, say)
}

function smtpMailer(settings: Settings, url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    send: async (letter) => {
      await transport.sendMail(messageOf(letter, settings)).catch((cause: Error) => {
        throw new Error(`The mail server that SMTP_URL names did not take a mail: ${cause.message}`, { cause })
      })
    },
    close: () => transport.close(),
  }
}

function fileMailer(settings: Settings, say: (text: string) => void): Mailer {
  const folder = join(settings.DATA_DIR, 'mail')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (letter) => {
      const { message } = await transport.sendMail(messageOf(letter, settings))
      const file = join(folder, `${letter.id}.eml`)
      // Some mails hold links that change passwords: nobody else on this machine reads them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, message, { mode: 0o600 })
      say(`No SMTP_URL is set, so the mail '${letter.subject}' was written to ${file}.`)
    },
    close: () => transport.close(),
  }
}

function messageOf({ id, to, ...words }: Letter, { MAIL_FROM, PUBLIC_URL, SELLER_NAME }: Settings): SendMailOptions {
  return {
    ...renderMail(words, to.firstName, SELLER_NAME),
    from: MAIL_FROM,
    to: { name: to.firstName, address: to.email },
    messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
