import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pages } from '#contract/pages.ts'
import type { ProductId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { LazyPublication } from '#client/desk/lazy-publication.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { texts as fieldTexts } from './merchandise.texts.ts'
import { ProductFields } from './product-fields.tsx'
import { productSchema, productValuesOf } from './product-form.ts'
import { type AdminProduct, adminProductQuery, sendProductChange, sendProductState } from './products.queries.ts'
import { texts } from './products.texts.ts'

/** Edits, copies and publishes a product. */
export function EditProductPage() {
  const id = useIdParam(pages.editProduct)
  return id === undefined ? <NotFoundPage /> : <KnownProduct id={id} />
}

function KnownProduct({ id }: { readonly id: ProductId }) {
  const query = useQuery(adminProductQuery(id))
  const list = { to: pages.adminMerchandise.href(), title: pages.adminMerchandise.title }
  return (
    <DeskRecord record={{ kind: 'PRODUCT', id }} title={texts.edit} query={query} list={list}>
      {(product) => <EditProduct key={product.id} product={product} onReload={query.refetch} />}
    </DeskRecord>
  )
}

type Props = { readonly product: AdminProduct; readonly onReload: Reload<AdminProduct> }

const schema = productSchema({ minCents: 0, minStock: 0 })

/** Returns the values of the form, with the stock from which the typed one differs. */
const valuesOf = (product: AdminProduct) => ({ ...productValuesOf(product), stockBefore: product.stock })

// Sends the stock as a difference, so that concurrent sales count.
function EditProduct({ product, onReload }: Props) {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.editProduct.href(product), schema, initialValues: valuesOf(product) })
  const edit = useEdit({
    form,
    save: ({ stockBefore, ...values }) => {
      const { image, stock, ...fields } = z.parse(schema, values)
      const { version } = product
      return sendProductChange(product.id, { ...fields, imageId: image.id, stockChange: stock - stockBefore, version })
    },
    onReload,
    valuesOf,
    success: texts.saved,
    failure: texts.notSaved,
    onSaved: () => navigate({ to: pages.adminMerchandise.href() }),
  })
  return (
    <CreationForm
      {...edit}
      title={texts.edit}
      action={texts.save}
      cancelTo={pages.adminMerchandise.href()}
      extra={
        <ButtonLink to={pages.createProduct.href()} search={{ copy: product.id }} variant="default" size="md">
          {texts.duplicate}
        </ButtonLink>
      }
      below={
        <LazyPublication
          key={product.version}
          record={product}
          note={product.state === 'PENDING' && texts.pending}
          preview={pages.product.href(product)}
          save={(choice, state) => sendProductState(product.id, { ...choice, state, version: product.version })}
          onSaved={onReload}
        />
      }
    >
      <ProductFields form={form} priceHint={fieldTexts.freeHint} />
    </CreationForm>
  )
}
