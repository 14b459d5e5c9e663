import { useState } from 'react'
import type { Cart } from './selection.ts'

type Kind = 'ticket' | 'line'

/** What of the cart is ticked. Everything is, until somebody says otherwise. */
export function useSelection(cart: Cart) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (kind: Kind, id: number) => !leftOut.has(`${kind} ${id}`)
  const choose = (kind: Kind, ids: readonly number[], isWanted: boolean) => {
    const keys = new Set(ids.map((id) => `${kind} ${id}`))
    setLeftOut(isWanted ? leftOut.difference(keys) : leftOut.union(keys))
  }
  const selected: Cart = {
    tickets: cart.tickets.filter(({ id }) => isChosen('ticket', id)),
    merchandisePurchases: cart.merchandisePurchases.filter(({ id }) => isChosen('line', id)),
  }
  return { selected, isChosen, choose }
}

export type Selection = ReturnType<typeof useSelection>
