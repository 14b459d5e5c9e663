import { Text, Title } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import { euro } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { changeQuantityKey } from './checkout.queries.ts'
import classes from './order-summary.module.css'
import { texts } from './checkout.texts.ts'
import type { costOfSelection } from './selection.ts'

type Cost = ReturnType<typeof costOfSelection>

const BALANCE_ID = 'points-balance'

type Props = {
  readonly cost: Cost
  /** The customer's points; undefined if unknown. */
  readonly balance: number | undefined
  /** The sentence of the last refused order. */
  readonly refusal: string | undefined
  readonly isPending: boolean
}

/** Shows the total of the selection and the order button: beside the cart, on narrow screens at the bottom. */
export function OrderSummary({ cost, balance, refusal, isPending }: Props) {
  const isTooMuch = balance !== undefined && cost.points > balance
  return (
    <div className={classes['side']}>
      <section className={classes['summary']} aria-labelledby="summary">
        <Title order={2} size="h3" mb="sm" id="summary">
          {texts.summary}
        </Title>
        {cost.ticketCount > 0 && <Row label={texts.ticketCount(cost.ticketCount)}>{euro(cost.ticketTotal)}</Row>}
        {cost.pieceCount > 0 && (
          <Row label={texts.itemCount(cost.pieceCount)}>{texts.costs(cost.pieceTotal, cost.points)}</Row>
        )}
        {cost.points > 0 && balance !== undefined && !isTooMuch && (
          <Hint id={BALANCE_ID}>{texts.balance(balance)}</Hint>
        )}
        {cost.earned > 0 && <Hint>{texts.earned(cost.earned)}</Hint>}
        {cost.ticketCount > 0 && <Hint>{texts.refundable}</Hint>}
      </section>
      <div className={classes['bar']}>
        <output className={classes['total']}>
          <span className={classes['totalName']}>
            {texts.total} {cost.total > 0 && <small className={classes['vat']}>{texts.vatIncluded}</small>}
          </span>
          <span className={classes['amount']}>{texts.costs(cost.total, cost.points)}</span>
        </output>
        {isTooMuch && (
          <Hint id={BALANCE_ID} isWrong role="alert">
            {sentenceOf(problem('not_enough_points', { needed: cost.points, balance }))}
          </Hint>
        )}
        {refusal !== undefined && !isTooMuch && <Hint isWrong>{refusal}</Hint>}
        <BuyButton cost={cost} isPending={isPending} />
      </div>
    </div>
  )
}

/** Orders the selection. Without one, it reports that instead of validating the form. */
function BuyButton({ cost, isPending }: Pick<Props, 'cost' | 'isPending'>) {
  const isChanging = useIsMutating({ mutationKey: changeQuantityKey }) > 0
  const isNothing = cost.ticketCount + cost.pieceCount === 0
  return (
    <ActionButton
      type={isNothing ? 'button' : 'submit'}
      onClick={isNothing ? () => toastError(sentenceOf(problem('nothing_selected'))) : undefined}
      size="md"
      isBusy={isPending || isChanging}
      fullWidth
      aria-describedby={cost.points > 0 ? BALANCE_ID : undefined}
      classNames={{ root: classes['buy'] ?? '', label: classes['buyLabel'] ?? '' }}
    >
      {isNothing ? texts.buy : texts.buyFor(texts.costs(cost.total, cost.points))}
    </ActionButton>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <span>{label}</span>
      <span className={classes['amount']}>{children}</span>
    </div>
  )
}

type HintProps = {
  readonly id?: string
  readonly isWrong?: boolean
  readonly role?: 'alert'
  readonly children: ReactNode
}

function Hint({ id, isWrong = false, role, children }: HintProps) {
  return (
    <Text id={id} size="sm" c={isWrong ? 'var(--mantine-color-error)' : 'dimmed'} role={role} mt={isWrong ? 0 : 'xs'}>
      {children}
    </Text>
  )
}
