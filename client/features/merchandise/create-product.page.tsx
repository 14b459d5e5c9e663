import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useSession } from '#client/session.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { sendProduct } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'
import { ProductFields } from './product-fields.tsx'
import { productSchema, type ProductValues } from './product-form.ts'

const initialValues: ProductValues = {
  name: '',
  description: '',
  price: '0',
  points: '0',
  stock: '1',
  itemsPerCustomer: '1',
  image: null,
}

/** Allows a price of 0 for administrators only. */
const schemaFor = (isAdmin: boolean) =>
  z.extend(productSchema({ minCents: isAdmin ? 0 : 1, minStock: 1 }), {
    image: z.custom<Image>((value) => value !== null, { error: messages.image }),
  })

const schemas = { admin: schemaFor(true), customer: schemaFor(false) }

/** Creates a product. A customer's product awaits approval (specification, section 2.17). */
export function CreateProductPage() {
  const navigate = useNavigate()
  const isAdmin = useSession().role === 'ADMIN'
  const schema = isAdmin ? schemas.admin : schemas.customer
  const form = useKeptForm({ path: pages.createProduct.href(), schema, initialValues })
  const creation = useCreation({
    form,
    create: (values) => {
      const { image, ...product } = z.parse(schema, values)
      return sendProduct({ ...product, imageId: image.id })
    },
    success: texts.created,
    failure: texts.notCreated,
    onMade: () => navigate({ to: pages.merchandise.href() }),
  })
  return (
    <CreationForm
      {...creation}
      title={texts.create}
      lead={isAdmin ? texts.createLead : `${texts.createLead} ${texts.publishedFirst}`}
      action={texts.create}
      cancelTo={isAdmin ? pages.admin.href() : pages.merchandise.href()}
    >
      <ProductFields
        form={form}
        priceHint={isAdmin ? undefined : texts.priceHint}
        picture={{ label: texts.image, required: true }}
      />
    </CreationForm>
  )
}
