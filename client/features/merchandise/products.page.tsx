import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminProducts, PRODUCT_ORDERS } from '#contract/admin-merchandise.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { PublicationBadge } from '#client/desk/publication-badge.tsx'
import { PublicationFilter } from '#client/desk/publication-filter.tsx'
import { productFilterChoices } from '#client/desk/publication.texts.ts'
import { Picture } from '#client/picture.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { texts as shopTexts } from './merchandise.texts.ts'
import { PRODUCT_PICTURE_RATIO } from './product-card.tsx'
import { type AdminProduct, adminProductsQuery } from './products.queries.ts'
import { orderChoices, texts } from './products.texts.ts'

/** Lists the products at the desk, in every state. */
export function ProductsPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminProducts.query)
  const { name, publication, sortOption } = query
  return (
    <DeskList
      title={pages.adminMerchandise.title}
      csv={{ list: 'products', filters: query }}
      creation={{ to: pages.createProduct.href(), title: pages.createProduct.title }}
      search={{ label: texts.search, text: name }}
      onSearch={(wanted) => refineBy({ publication, sortOption, name: wanted })}
      list={useQuery(adminProductsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
      filters={
        <>
          <PublicationFilter
            choices={productFilterChoices}
            value={publication}
            onFilter={(wanted) => filterBy({ name, sortOption, publication: wanted })}
          />
          <SelectField
            label={texts.sort}
            data={orderChoices}
            value={sortOption ?? 'NAME'}
            onChange={({ currentTarget: { value } }) =>
              filterBy({
                name,
                publication,
                sortOption: PRODUCT_ORDERS.find((order) => order === value && order !== 'NAME'),
              })
            }
          />
        </>
      }
    >
      {(product) => <ProductRow product={product} />}
    </DeskList>
  )
}

function ProductRow({ product }: { readonly product: AdminProduct }) {
  const { name, price, points, stock, publication, imageName } = product
  return (
    <RowCard
      to={pages.editProduct.href(product)}
      title={name}
      thumb={<Picture name={imageName} alt="" ratio={PRODUCT_PICTURE_RATIO} sizes="9rem" title={name} />}
      end={publication !== 'PUBLISHED' && <PublicationBadge state={publication} />}
    >
      <Text size="sm" c="dimmed">
        {`${euro(price)} · `}
        {points > 0 && `${shopTexts.points(points)} · `}
        {stock === 0 ? shopTexts.soldOut : shopTexts.left(stock)}
      </Text>
    </RowCard>
  )
}
