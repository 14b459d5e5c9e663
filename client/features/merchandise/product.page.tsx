import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import type { ProductId } from '#domain/ids.ts'
import type { ProductState } from '#domain/product-states.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { Picture } from '#client/picture.tsx'
import { useSession } from '#client/session.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { BackLink } from '#client/ui/back-link.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { HeadingSkeleton } from '#client/ui/feedback/heading-skeleton.tsx'
import { PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { BuyProduct } from './buy-product.tsx'
import { choiceInAddress } from '#client/customer/choice-in-address.ts'
import { ManageProduct } from './manage-product.tsx'
import { type Product, productQuery } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'
import { PRODUCT_PICTURE_RATIO } from './product-card.tsx'
import classes from './product.module.css'

/** Shows a product (specification, section 2.18). */
export function ProductPage() {
  const id = useIdParam(pages.product)
  return id ? <LoadedProduct key={id} id={id} /> : <NotFoundPage />
}

function LoadedProduct({ id }: { readonly id: ProductId }) {
  const { data: product, isLoadingError, error, refetch } = useQuery(productQuery(id))
  if (isLoadingError && isNotFound(error)) return <NotFoundPage />
  return (
    <Stack gap="lg">
      <BackLink to={pages.merchandise.href()}>{texts.allMerchandise}</BackLink>
      {product ? (
        <ShownProduct product={product} />
      ) : isLoadingError ? (
        <PageFailed error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </Stack>
  )
}

const noticeIn: Record<ProductState, (stock: number) => string | undefined> = {
  PENDING: () => texts.pending,
  ON_SALE: (stock) => (stock === 0 ? texts.soldOutNow : undefined),
  OFF_SALE: () => texts.offSale,
}

function ShownProduct({ product }: { readonly product: Product }) {
  const { name, imageName, stock, description, state } = product
  const { role } = useSession()
  const search = useSearch({ strict: false })
  const notice = noticeIn[state](stock)
  return (
    <div className={classes['product']}>
      <Picture
        name={imageName}
        alt=""
        ratio={PRODUCT_PICTURE_RATIO}
        sizes={FIRST_PICTURE_SIZES.product}
        title={name}
        isFirst
      />
      <Stack gap="md">
        <Stack gap={4}>
          <PageHeading title={name} />
          <Text c="dimmed">{texts.left(stock)}</Text>
        </Stack>
        {notice && <Notice kind="info">{notice}</Notice>}
        <Text className={classes['description']}>{description}</Text>
        <BuyProduct product={product} chosen={choiceInAddress(product, search)} />
        {role === 'ADMIN' && <ManageProduct product={product} />}
      </Stack>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes['product']} aria-busy>
      <Skeleton style={{ aspectRatio: String(PRODUCT_PICTURE_RATIO) }} radius="md" />
      <Stack gap="md">
        <HeadingSkeleton />
        <Skeleton h="1.25rem" w="5rem" />
        <TextSkeleton lines={3} />
        <CardSkeleton height="16.5rem" lines={5} />
      </Stack>
    </div>
  )
}
