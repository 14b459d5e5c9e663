import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'
import { pages } from '#contract/pages.ts'
import type { ProductId } from '#domain/ids.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import {
  publishAtOnce,
  publishFields,
  publishingIn,
  type PublishValues,
  timeOfPublishing,
} from '#client/desk/publish-choice.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useSession } from '#client/session.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { sendProduct } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'
import { ProductFields } from './product-fields.tsx'
import { productSchema, productValuesOf, type ProductValues } from './product-form.ts'
import { type AdminProduct, adminProductQuery } from './products.queries.ts'

type Values = ProductValues & PublishValues

const PublishFields = lazyPart<{ form: UseFormReturnType<Values> }>(
  async () => (await import('#client/desk/publish-fields.tsx')).PublishFields,
)

/** Allows a price of 0 for administrators only. */
const schemaFor = (isAdmin: boolean) =>
  z.extend(productSchema({ minCents: isAdmin ? 0 : 1, minStock: 1 }), publishFields).check(timeOfPublishing)

const schemas = { admin: schemaFor(true), customer: schemaFor(false) }

/**
 * Creates a product (specification, section 2.17), for administrators also a copy of the one that the address names.
 * A customer's product awaits approval.
 */
export function CreateProductPage() {
  const { copy }: { copy?: unknown } = useSearch({ strict: false })
  const isAdmin = useSession().role === 'ADMIN'
  const id = pages.editProduct.readId(String(copy ?? ''))
  return isAdmin && id !== undefined ? <CopyProduct id={id} /> : <CreateProduct isAdmin={isAdmin} />
}

function CopyProduct({ id }: { readonly id: ProductId }) {
  const query = useQuery(adminProductQuery(id))
  const list = { to: pages.adminMerchandise.href(), title: pages.adminMerchandise.title }
  return (
    <DeskRecord title={texts.create} query={query} list={list}>
      {(product) => <CreateProduct key={product.id} original={product} isAdmin />}
    </DeskRecord>
  )
}

type Props = { readonly original?: AdminProduct; readonly isAdmin: boolean }

function CreateProduct({ original, isAdmin }: Props) {
  const navigate = useNavigate()
  const schema = isAdmin ? schemas.admin : schemas.customer
  const form = useKeptForm<Values>({
    path: pages.createProduct.href(),
    source: original && `copy=${original.id}`,
    schema,
    initialValues: { ...productValuesOf(original), ...publishAtOnce },
  })
  const creation = useCreation({
    form,
    create: (values) => {
      const { image, publish, publishFrom, ...product } = z.parse(schema, values)
      return sendProduct({ ...product, imageId: image.id, ...publishingIn({ publish, publishFrom }) })
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
      cancelTo={original ? pages.editProduct.href(original) : isAdmin ? pages.admin.href() : pages.merchandise.href()}
    >
      <ProductFields form={form} priceHint={isAdmin ? texts.freeHint : texts.priceHint} />
      {isAdmin && (
        <Suspense>
          <PublishFields form={form} />
        </Suspense>
      )}
    </CreationForm>
  )
}
