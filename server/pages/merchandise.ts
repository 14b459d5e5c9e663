import { firstFilters } from '#contract/first-filters.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { readListQuery } from '#contract/list-query.ts'
import { getProduct, listProducts, merchandiseSearch, PRODUCTS_PER_PAGE } from '#contract/merchandise.ts'
import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { productRow } from './first-rows.ts'
import { listAddress } from './list-address.ts'
import { type PageDescription, pictureOf, type Visit } from './page.ts'
import { productData, breadcrumbs } from './schema-org.ts'

const { title, href } = pages.merchandise
const { lead, back } = pageWords.merchandise

/** Describes the list of products. */
export async function describeProducts({ search, ask }: Visit): Promise<PageDescription> {
  const query = readListQuery(merchandiseSearch, search)
  const { elements } = await ask(listProducts, { query: { ...query, pageSize: PRODUCTS_PER_PAGE } })
  return {
    title,
    description: lead,
    address: listAddress(href(), query),
    list: { layout: 'squares', filters: firstFilters.merchandise.length, rows: elements.map(productRow) },
  }
}

/** Describes a product on sale. */
export async function describeProduct({ id, ask, site }: Visit): Promise<PageDescription> {
  const product = await ask(getProduct, { params: { id } })
  const address = pages.product.href(product)
  return {
    title: product.name,
    description: product.description,
    address,
    kind: 'product',
    back: { name: back, address: href() },
    picture: pictureOf(product.imageName, FIRST_PICTURE_SIZES.product),
    structuredData: [
      productData(site, product),
      breadcrumbs(site, [
        [title, href()],
        [product.name, address],
      ]),
    ],
  }
}
