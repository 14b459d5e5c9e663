import { Badge, Group, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { Picture } from '#client/picture.tsx'
import { PictureCard } from '#client/ui/cards/picture-card.tsx'
import type { Product } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'

export const PRODUCT_PICTURE_RATIO = 1

/** Shows a product in a list. */
export function ProductCard({ product, isFirst }: { readonly product: Product; readonly isFirst: boolean }) {
  const { id, name, imageName, stock, price, points, state } = product
  return (
    <PictureCard
      to={pages.product.href({ id })}
      title={name}
      isBeside
      picture={
        <Picture
          name={imageName}
          alt=""
          ratio={PRODUCT_PICTURE_RATIO}
          sizes={FIRST_PICTURE_SIZES.productInList}
          title={name}
          isFirst={isFirst}
        />
      }
      badge={
        state === 'ON_SALE' ? (
          stock === 0 && (
            <Badge color="dark" tt="none">
              {texts.soldOut}
            </Badge>
          )
        ) : (
          <Badge color="brass.3" tt="none">
            {texts.states[state]}
          </Badge>
        )
      }
      foot={
        <Group justify="space-between" gap="0 0.75rem">
          <Text fw={600}>{euro(price)}</Text>
          {points > 0 && <Text size="sm">{texts.points(points)}</Text>}
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {texts.left(stock)}
      </Text>
    </PictureCard>
  )
}
