import { Checkbox, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { pages } from '#contract/pages.ts'
import { cents, euro } from '#domain/money.ts'
import { Picture } from '#client/picture.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { useChangeQuantity, useRemoveLine } from '../checkout.queries.ts'
import classes from './cart.module.css'
import { texts } from '../checkout.texts.ts'
import { BeingPaid } from './reservation-hint.tsx'
import { RemoveButton } from './remove-button.tsx'
import { type CartLine, quantityChoices } from '../selection.ts'
import type { Selection } from '../selection-in-form.ts'

type Props = {
  readonly line: CartLine
  /** The end of the time to pay, while a payment of the line is under way. */
  readonly beingPaidUntil: string | undefined
  readonly selection: Selection
  readonly pointsShort: number
}

/** Shows a product in the cart. */
export function MerchandiseLine({ line, beingPaidUntil, selection, pointsShort }: Props) {
  const { id, quantity, usePoints, price, points, merchandiseProduct: product } = line
  const { act: remove, isPending } = useRemoveLine()
  const costOf = (count: number) => (usePoints ? texts.points(points * count) : euro(cents(price * count)))
  return (
    <div className={classes['line']}>
      <Checkbox
        size="md"
        aria-label={texts.choose(product.name)}
        checked={selection.isChosen('line', id)}
        onChange={(event) => selection.choose('line', [id], event.currentTarget.checked)}
      />
      <div className={classes['picture']}>
        <Picture name={product.imageName} alt="" sizes="4.5rem" ratio={1} title="" />
      </div>
      <div className={classes['product']}>
        <TextLink to={pages.product.href(product)} fw={600}>
          {product.name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {texts.each(costOf(1))}
        </Text>
        {beingPaidUntil !== undefined && (
          <Text size="sm" c="dimmed">
            <BeingPaid until={beingPaidUntil} />
          </Text>
        )}
        {usePoints && pointsShort > 0 && selection.isChosen('line', id) && (
          <Text size="sm" c="var(--mantine-color-error)">
            {texts.pointsShort(pointsShort)}
          </Text>
        )}
        {product.stock < quantity && beingPaidUntil === undefined && (
          <Text size="sm" c="var(--mantine-color-error)">
            {texts.left(product.stock)}
          </Text>
        )}
      </div>
      <div className={classes['pieces']}>
        {beingPaidUntil === undefined ? <Quantity line={line} /> : <span>{texts.pieces(quantity)}</span>}
        <span className={classes['amount']}>{costOf(quantity)}</span>
      </div>
      {beingPaidUntil === undefined ? (
        <RemoveButton name={product.name} isPending={isPending} onRemove={() => remove(line)} />
      ) : (
        <span className={classes['noButton']} />
      )}
    </div>
  )
}

function Quantity({ line }: Pick<Props, 'line'>) {
  const { mutate, isPending, variables } = useChangeQuantity(line.id)
  return (
    <SelectField
      className={classes['quantity'] ?? ''}
      label={texts.quantity}
      aria-label={texts.quantityOf(line.merchandiseProduct.name)}
      data={quantityChoices(line).map(String)}
      value={String(isPending ? variables : line.quantity)}
      onChange={(event) => mutate(Number(event.currentTarget.value))}
      aria-busy={isPending}
    />
  )
}
