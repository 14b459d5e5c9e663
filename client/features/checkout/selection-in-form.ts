import type { UseFormReturnType } from '@mantine/form'
import type { CheckoutValues } from './payment-schema.ts'
import type { Cart } from './selection.ts'

type Kind = 'ticket' | 'line'

const keyOf = (kind: Kind, id: number) => `${kind} ${id}`

/** Returns the selected part of the cart. Everything is selected by default. */
export function selectedOf({ tickets, merchandisePurchases }: Cart, leftOut: readonly string[]): Cart {
  return {
    tickets: tickets.filter(({ id }) => !leftOut.includes(keyOf('ticket', id))),
    merchandisePurchases: merchandisePurchases.filter(({ id }) => !leftOut.includes(keyOf('line', id))),
  }
}

/** Reads and changes the selection. It is part of the form and kept with it. */
export function selectionIn(form: UseFormReturnType<CheckoutValues>, cart: Cart) {
  const { leftOut } = form.values
  const choose = (kind: Kind, ids: readonly number[], isWanted: boolean) => {
    const keys = new Set(ids.map((id) => keyOf(kind, id)))
    const before = new Set(leftOut)
    form.setFieldValue('leftOut', [...(isWanted ? before.difference(keys) : before.union(keys))])
  }
  return {
    selected: selectedOf(cart, leftOut),
    isChosen: (kind: Kind, id: number) => !leftOut.includes(keyOf(kind, id)),
    choose,
  }
}

export type Selection = ReturnType<typeof selectionIn>
