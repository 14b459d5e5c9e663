import { Button, Group, Title } from '@mantine/core'
import * as z from 'zod/mini'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { type Product, useChangeProduct } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'
import { ProductFields } from './product-fields.tsx'
import { productSchema, type ProductValues } from './product-form.ts'
import classes from './product.module.css'

const schema = productSchema({ minCents: 0, minStock: 0 })

type Props = { readonly product: Product; readonly onDone: () => void }

/** Edits a product. Sends the stock as a difference, so that concurrent sales count. */
export function EditProduct({ product, onDone }: Props) {
  const form = useCheckedForm({ schema, initialValues: valuesOf(product) })
  const { act, isPending } = useChangeProduct(product, onDone)
  const send = ({ image, ...typed }: ProductValues) => {
    const { stock, ...fields } = z.parse(schema, typed)
    act({ ...fields, ...(image && { imageId: image.id }), stockChange: stock - product.stock })
  }
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="md">
        {texts.edit}
      </Title>
      <Form form={form} label={texts.edit} onSubmit={send} className={classes['form']}>
        <ProductFields form={form} picture={{ label: texts.otherPicture, required: false }} />
        <Group mt="xs">
          <ActionButton type="submit" isBusy={isPending}>
            {texts.saveChanges}
          </ActionButton>
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
        </Group>
      </Form>
    </Card>
  )
}

function valuesOf({ name, description, price, points, stock, itemsPerCustomer }: Product): ProductValues {
  return {
    name,
    description,
    price: (price / 100).toFixed(2),
    points: String(points),
    stock: String(stock),
    itemsPerCustomer: String(itemsPerCustomer),
    image: null,
  }
}
