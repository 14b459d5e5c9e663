import { Group } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import type { GivenProductState, ProductState } from '#domain/product-states.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { type Product, useProductState } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'

const nextStates: Record<ProductState, GivenProductState> = {
  PENDING: 'ON_SALE',
  ON_SALE: 'OFF_SALE',
  OFF_SALE: 'ON_SALE',
}

/** Shows an administrator's actions: edit, publish, take off sale. */
export function ManageProduct({ product }: { readonly product: Product }) {
  const { act, isPending } = useProductState(product)
  const next = nextStates[product.state]
  return (
    <Group>
      <ButtonLink to={pages.editProduct.href(product)} variant="default">
        {texts.edit}
      </ButtonLink>
      <ActionButton variant="default" isBusy={isPending} onClick={() => act(next)}>
        {texts.changeState[next]}
      </ActionButton>
    </Group>
  )
}
