import { Button, Group, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { GivenProductState, ProductState } from '#domain/product-states.ts'
import { LogLink } from '#client/desk/log-link.tsx'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { type Product, useProductState } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'

const EditProduct = lazyPart(async () => (await import('./edit-product.tsx')).EditProduct)

const nextStates: Record<ProductState, GivenProductState> = {
  PENDING: 'ON_SALE',
  ON_SALE: 'OFF_SALE',
  OFF_SALE: 'ON_SALE',
}

/** Shows an administrator's actions: edit, publish, take off sale. */
export function ManageProduct({ product }: { readonly product: Product }) {
  const { act, isPending } = useProductState(product)
  const [isEdited, setIsEdited] = useState(false)
  const next = nextStates[product.state]
  if (isEdited) {
    return (
      <Suspense fallback={<Skeleton h="30rem" radius="lg" />}>
        <EditProduct product={product} onDone={() => setIsEdited(false)} />
      </Suspense>
    )
  }
  return (
    <Group>
      <Button variant="default" onClick={() => setIsEdited(true)}>
        {texts.edit}
      </Button>
      <ActionButton variant="default" isBusy={isPending} onClick={() => act(next)}>
        {texts.changeState[next]}
      </ActionButton>
      <LogLink kind="PRODUCT" id={product.id} />
    </Group>
  )
}
