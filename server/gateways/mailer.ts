import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { APPLE_PASS } from '#contract/wallets.ts'
import { greetingName } from '#domain/greeting-name.ts'
import type { Settings } from '#server/settings/env.ts'
import type { MailContent } from './mail-content.ts'
import { renderMail } from './render-mail.ts'

/** A mail to one recipient. The `id` becomes the Message-ID, by which receivers may drop duplicates. */
export type Mail = MailContent & { id: string; to: { firstName: string; email: string } }

/** Sends mails. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** The connections of a server to the mail server. */
export const MAIL_CONNECTIONS = 2

/** Sends mails by SMTP_URL. Without it, writes each mail to a file below DATA_DIR/mail and logs the path. */
export function mailerOf(settings: Settings, log: (text: string) => void): Mailer {
  return settings.SMTP_URL ? smtpMailer(settings, settings.SMTP_URL) : fileMailer(settings, log)
}

function smtpMailer(settings: Settings, url: string): Mailer {
  const transport = createTransport({
    url,
    // Otherwise a network attacker who hides STARTTLS would read the password.
    requireTLS: new URL(url).password !== '',
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // A server that checks a mail for long has taken it: another attempt would send it twice.
    socketTimeout: 120_000,
  })
  return {
    send: async (mail) => {
      await transport.sendMail(messageOf(mail, settings)).catch((cause: Error) => {
        throw new Error(`The mail server that SMTP_URL names did not take a mail: ${cause.message}`, { cause })
      })
    },
    close: () => transport.close(),
  }
}

function fileMailer(settings: Settings, log: (text: string) => void): Mailer {
  const folder = join(settings.DATA_DIR, 'mail')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, settings))
      const file = join(folder, `${mail.id}.eml`)
      // Some mails contain password reset links, so only this user may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, message, { mode: 0o600 })
      log(`No SMTP_URL is set, so the mail '${mail.subject}' was written to ${file}.`)
    },
    close: () => transport.close(),
  }
}

function messageOf({ id, to, ...content }: Mail, { MAIL_FROM, PUBLIC_URL, seller }: Settings): SendMailOptions {
  const name = greetingName(to.firstName)
  return {
    ...renderMail(content, name, seller),
    from: MAIL_FROM,
    to: { name, address: to.email },
    messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(content.unsubscribe && {
        'List-Unsubscribe': `<${content.unsubscribe.oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: [
      ...(content.tickets ? [ticketsFile(content.tickets)] : []),
      ...(content.passes ?? []).map(passFile),
      ...(content.calendar ? [calendarFile(content.calendar)] : []),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function ticketsFile({ name, file }: NonNullable<MailContent['tickets']>) {
  return { filename: `${name}.pdf`, contentType: 'application/pdf', content: Buffer.from(file) }
}

function passFile({ name, file }: { name: string; file: Uint8Array }) {
  return { filename: `${name}.pkpass`, contentType: APPLE_PASS, content: Buffer.from(file) }
}

function calendarFile(content: string) {
  return { filename: 'show.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content }
}
