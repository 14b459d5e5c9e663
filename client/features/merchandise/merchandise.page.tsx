import { Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { merchandiseSearch, PRODUCTS_PER_PAGE } from '#contract/merchandise.ts'
import { pages } from '#contract/pages.ts'
import { useSession } from '#client/session.ts'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PictureCardSkeleton } from '#client/ui/cards/picture-card-skeleton.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { productsQuery } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'
import { PRODUCT_PICTURE_RATIO, ProductCard } from './product-card.tsx'
import { ProductFilters } from './product-filters.tsx'

/** Lists products (specification, section 2.18). */
export function MerchandisePage() {
  const { isLoggedIn } = useSession()
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(merchandiseSearch)
  const list = useQuery(productsQuery(query))
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end" gap="sm">
        <Stack gap="xs">
          <PageHeading title={texts.merchandise} />
          <Text c="dimmed">{texts.lead}</Text>
        </Stack>
        {isLoggedIn && (
          <ButtonLink
            to={pages.createProduct.href()}
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {texts.create}
          </ButtonLink>
        )}
      </Group>
      <SearchLayout filters={<ProductFilters query={query} onFilter={refineBy} onReset={() => filterBy({})} />}>
        <PagedList
          list={list}
          label={texts.list}
          layout="grid"
          pageSize={PRODUCTS_PER_PAGE}
          pageIndex={query.pageIndex}
          onGo={goToPage}
          skeleton={<PictureCardSkeleton ratio={PRODUCT_PICTURE_RATIO} lines={3} isBeside />}
          empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
        >
          {(product, index) => <ProductCard product={product} isFirst={index < 2} />}
        </PagedList>
      </SearchLayout>
    </Stack>
  )
}
