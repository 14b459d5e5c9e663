import { Button, Group, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { type Product, useProductState } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'

const EditProduct = lazy(async () => ({ default: (await import('./edit-product.tsx')).EditProduct }))

/** What an administrator can do with a product: change it, publish it, or take it off sale. */
export function ManageProduct({ product }: { readonly product: Product }) {
  const { mutate, isPending } = useProductState(product)
  const [isEdited, setIsEdited] = useState(false)
  const next = product.state === 'ON_SALE' ? 'OFF_SALE' : 'ON_SALE'
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
      <Button variant="default" loading={isPending} onClick={() => mutate(next)}>
        {texts.changeState[next]}
      </Button>
    </Group>
  )
}
