import { Button } from '@mantine/core'
import { type Product, useProductState } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'

/** What an administrator can do with a product: publish it, or take it off sale. */
export function ProductState({ product }: { readonly product: Product }) {
  const { mutate, isPending } = useProductState(product)
  const next = product.state === 'ON_SALE' ? 'OFF_SALE' : 'ON_SALE'
  return (
    <Button variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }} onClick={() => mutate(next)}>
      {texts.changeState[next]}
    </Button>
  )
}
