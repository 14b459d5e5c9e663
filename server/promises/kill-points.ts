import { readFileSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Loaded before a server, this module kills it with SIGKILL between two steps of a payment or a mail, once, when the
// file named by `KILL_FILE` contains the name of the point.

/** The server dies before it runs the statement that begins with this text, under a condition if there is one. */
type Point = { file: string; before: string; when?: string }

const at = (file: string, before: string, when?: string): Point => ({
  file: `/server/features/orders/payments/${file}.ts`,
  before,
  ...(when !== undefined && { when }),
})

export const killPoints = {
  'order frozen, provider not asked': at('open-at-provider', '  const opened = await'),
  'provider answered, address not stored': at('open-at-provider', '  if (opened) await inTransaction(', 'opened'),
  'address stored, customer not answered': at('payments.routes', "    return orNotFound('payment', selectOwnPayment"),
  'event read, not stored': at('receive-event', "  if (read.kind === 'event')"),
  'event stored, not answered': at('receive-event', "  return read.kind !== 'forged'"),
  'event answered, not followed': at('follow-event', '  const payment = await selectPaymentOfEvent'),
  'money seen, not booked': at('look-at-payment', '  await applySighting(', "sighting.state === 'taken'"),
  'booked, event not done': at('follow-event', '  await markEventDone('),
  'closed at the provider, not here': at('look-at-payment', '  await applySighting(', "sighting.state === 'closed'"),
  'refund committed, not sent': at('send-refund', '  const way = wayOf'),
  'refund sent, not noted': at('send-refund', '  return noteSent(context.db, refund, { ...sighting'),
  'committed, outbox not handed over': {
    file: '/server/db/outbox.sql.ts',
    before: '  if (filled.has(tx)) listenerOf',
    when: 'filled.has(tx)',
  },
  'mail sent, not noted': {
    file: '/server/gateways/mailer.ts',
    before: '    },\n    close: () => transport.close(),',
    when: 'mail.subject.includes("invoice")',
  },
} as const satisfies Record<string, Point>

export type KillPoint = keyof typeof killPoints

const killFile = process.env['KILL_FILE']
if (killFile !== undefined) {
  Object.assign(globalThis, {
    dieAt: (point: string) => {
      try {
        if (readFileSync(killFile, 'utf8') !== point) return
        rmSync(killFile)
      } catch {
        // No point is named, or the other server has just died at it.
        return
      }
      process.kill(process.pid, 'SIGKILL')
    },
  })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const here = Object.entries<Point>(killPoints).filter(([, { file }]) => url.endsWith(file))
      if (here.length === 0) return loaded
      const source = here.reduce((text, [name, { before, when = 'true' }]) => {
        if (!text.includes(before)) throw new Error(`The point "${name}" finds no "${before}".`)
        return text.replace(before, `; if (${when}) globalThis.dieAt(${JSON.stringify(name)});\n${before}`)
      }, String(loaded.source))
      return { ...loaded, source }
    },
  })
}
