import fc from 'fast-check'
import { index } from './command.ts'
import { command, ofPayment, resolvePayment, resolveRefund } from './choose-payment.ts'

/** Commands of the bank: ends refunds, opens and decides disputes. */
export const bankCommands = [
  command('a refund ends at the bank', fc.record({ payment: index, isPaid: fc.boolean() }), {
    weight: 4,
    resolve: resolveRefund(({ bank, state }) => (bank === 'SENT' || bank === 'DONE') && state !== 'DUE'),
    run: async ({ real, input, payment, refund, number }) => {
      const { ref } = (await real.paymentAtDesk(payment)).refunds[number]
      await real.shop.stripe.endRefund(ref, input.isPaid ? 'succeeded' : 'failed')
      refund.bank = input.isPaid ? 'DONE' : 'FAILED'
    },
  }),
  command('the bank opens a dispute', ofPayment, {
    resolve: resolvePayment(({ bank, disputes }) => bank === 'TAKEN' && disputes.length === 0),
    run: async ({ real, payment }) => {
      payment.disputes.push({ ref: await real.shop.stripe.dispute(payment.key), bank: 'OPEN' })
    },
  }),
  command(
    'the bank decides a dispute',
    fc.record({ payment: index, decision: fc.constantFrom('WON', 'WON', 'LOST') }),
    {
      weight: 2,
      resolve: resolvePayment(({ disputes }) => disputes.some(({ bank }) => bank === 'OPEN')),
      run: async ({ real, input: { decision }, payment }) => {
        for (const dispute of payment.disputes.filter(({ bank }) => bank === 'OPEN')) {
          await real.shop.stripe.endDispute(dispute.ref, decision === 'WON' ? 'won' : 'lost')
          dispute.bank = decision as 'WON' | 'LOST'
        }
      },
    },
  ),
]
