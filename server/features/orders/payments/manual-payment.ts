import { type ManualMethod, manualReference, type PaymentInstructions } from '#domain/payments/manual-payments.ts'
import type { PaymentId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import type { Sighting } from '#server/gateways/payments/provider.ts'

/** The way to pay that a customer was told. */
export type Opened = { ref: string; redirectUrl: string | null; instructions: PaymentInstructions | null }

/** Writes how to pay without a provider. */
export function openManually(
  { settings }: Pick<AppContext, 'settings'>,
  { method, id }: { method: ManualMethod; id: PaymentId },
): Opened {
  const ref = manualReference(method, id)
  return { ref, redirectUrl: null, instructions: instructionsFor(settings.bankAccount, method, ref) }
}

function instructionsFor(
  account: AppContext['settings']['bankAccount'],
  method: ManualMethod,
  ref: string,
): PaymentInstructions {
  switch (method) {
    case 'desk':
      return { kind: 'DESK', number: ref }
    case 'transfer': {
      if (!account) throw new Error('A shop without a bank account offers transfers.')
      return { kind: 'TRANSFER', ...account, reference: ref }
    }
  }
}

/**
 * Returns what is known of a manual payment without asking anybody: it is open until its time is over or it was given
 * up. Only people and account statements learn of money.
 */
export function manualSighting(ref: string, mustClose: boolean): Sighting {
  return { ref, state: mustClose ? 'closed' : 'open', refunds: [], disputes: [] }
}
