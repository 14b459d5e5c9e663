import { Group, Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { IconShoppingBag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { cents, euro } from '#domain/money.ts'
import { isForPointsAlone } from '#domain/points.ts'
import { cartQuery } from '#client/customer/cart.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { useSession } from '#client/session.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { type Product, useAddToCart } from './merchandise.queries.ts'
import { texts } from './merchandise.texts.ts'
import { type Lines, objectionToAdding, piecesInCart, pointsNeeded } from './objection-to-adding.ts'
import { addressWithChoice, type CartAddition } from '#client/customer/choice-in-address.ts'
import { quantityChoices } from '#client/customer/quantity-choices.ts'
import classes from './buy-product.module.css'

type Props = {
  readonly product: Product
  /** The choice before the login. */
  readonly chosen: CartAddition
}

/** Shows payment by money or points, the quantity, the total and the cart button. */
export function BuyProduct({ product, chosen }: Props) {
  const { isLoggedIn } = useSession()
  const [addition, setAddition] = useState(chosen)
  const { quantity, usePoints } = addition
  // The same quantity again may be more than allowed, though one more is not.
  const chooseOneMore = (added: CartAddition) =>
    setAddition((current) => (current === added ? { ...added, quantity: 1 } : current))
  return (
    <Card>
      <Stack gap="md">
        <PaymentChoice
          product={product}
          usePoints={usePoints}
          onChoose={(next) => setAddition({ quantity, usePoints: next })}
        />
        <Group justify="space-between" align="end" wrap="nowrap">
          <SelectField
            label={texts.quantity}
            data={quantityChoices(product)}
            value={String(quantity)}
            disabled={product.stock === 0}
            onChange={(event) => setAddition({ usePoints, quantity: Number(event.currentTarget.value) })}
          />
          <div className={classes['total']}>
            <Text size="sm" c="dimmed">
              {texts.total}
            </Text>
            <Text component="output" fz="1.5rem" fw={600} lh={1.2}>
              {usePoints ? texts.points(product.points * quantity) : euro(cents(product.price * quantity))}
            </Text>
          </div>
        </Group>
        {isLoggedIn ? (
          <AddToCart product={product} addition={addition} onAdded={chooseOneMore} />
        ) : (
          <LogInToBuy product={product} addition={addition} />
        )}
      </Stack>
    </Card>
  )
}

type PaymentProps = {
  readonly product: Product
  readonly usePoints: boolean
  readonly onChoose: (usePoints: boolean) => void
}

function PaymentChoice({ product: { price, points }, usePoints, onChoose }: PaymentProps) {
  const { isLoggedIn } = useSession()
  const { data: user } = useQuery({ ...ownUserQuery, enabled: isLoggedIn && points > 0 })
  const isPointsOnly = isForPointsAlone({ price, points })
  const choice = (name: string, cost: string) => (
    <span className={classes['choice']}>
      <span>{name}</span>
      <span className={classes['cost']}>{cost}</span>
    </span>
  )
  return (
    <Radio.Group
      label={texts.payment}
      value={usePoints ? 'points' : 'money'}
      onChange={(value) => onChoose(value === 'points')}
    >
      <Stack gap="sm" mt={6}>
        <Radio
          value="money"
          label={choice(texts.withMoney, euro(price))}
          description={isPointsOnly && texts.pointsOnly}
          disabled={isPointsOnly}
          classNames={{ labelWrapper: classes['label'] ?? '' }}
        />
        <Radio
          value="points"
          label={choice(texts.withPoints, points === 0 ? '' : texts.points(points))}
          description={points === 0 ? texts.notRedeemable : user && texts.yourPoints(user.points)}
          disabled={points === 0}
          classNames={{ labelWrapper: classes['label'] ?? '' }}
        />
      </Stack>
    </Radio.Group>
  )
}

type AddProps = {
  readonly product: Product
  readonly addition: CartAddition
  readonly onAdded: (addition: CartAddition) => void
}

function AddToCart({ product, addition, onAdded }: AddProps) {
  const { data: cart } = useQuery(cartQuery)
  const { act, isPending } = useAddToCart(product, onAdded)
  const lines = cart?.merchandisePurchases ?? []
  const objection = objectionToAdding(product, addition, lines)
  // The page already tells why the product is unavailable.
  const isTold = product.state !== 'ON_SALE' || product.stock === 0
  const warning = useTooFewPoints(product, addition, lines)
  const said = isTold ? undefined : (objection ?? warning)
  const inCart = piecesInCart(product, lines)
  return (
    <Stack gap={0}>
      <ActionButton
        size="md"
        leftSection={<IconShoppingBag size={20} aria-hidden />}
        isBusy={isPending}
        disabled={objection !== undefined}
        onClick={() => act(addition)}
      >
        {texts.add}
      </ActionButton>
      <Text component="output" size="sm" mt={said ? 'xs' : 0}>
        {said}
      </Text>
      {inCart > 0 && (
        <Text size="sm" mt="xs">
          {texts.inCart(inCart)} ·{' '}
          <TextLink to={pages.checkout.href()} underline="always">
            {texts.toCheckout}
          </TextLink>
        </Text>
      )}
    </Stack>
  )
}

/** Warns if the points do not suffice. The items may still wait in the cart. */
function useTooFewPoints(product: Product, addition: CartAddition, lines: Lines): string | undefined {
  const { data: user } = useQuery({ ...ownUserQuery, enabled: addition.usePoints })
  const { inCart, together } = pointsNeeded(product, addition, lines)
  if (!addition.usePoints || !user || together <= user.points) return undefined
  return texts.tooFewPoints(user.points, together, inCart > 0)
}

/** Links to the login, which returns with the choice. */
function LogInToBuy({ product, addition }: { readonly product: Product; readonly addition: CartAddition }) {
  return (
    <ButtonLink to={pages.login.href()} search={{ redirect: addressWithChoice(product, addition) }} size="md">
      {texts.logIn}
    </ButtonLink>
  )
}
