import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { cents } from '#domain/money.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import type { SeatModel } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import classes from './seat-finder.module.css'
import type { SeatFinder as Finder } from './use-seat-finder.ts'

/** The id of where the answer of the finder stands. */
export const ANSWER = 'seat-finder-answer'

const MARKED = 'marked'

type Props = {
  readonly model: SeatModel
  readonly finder: Finder
  /** Called when places were asked for; `byKeys`: without a pointer. */
  readonly onAsk: (byKeys: boolean) => void
}

/** For how many, at what price at most, and the button that chooses. */
export function SeatFinder({ model, finder, onAsk }: Props) {
  const { party, most, shown, maxPrice, canAsk, isSeeking, setParty, setMaxPrice } = finder
  // Before the plan is there it has no price.
  const isWaiting = model.priceClasses.length === 0
  // While somebody types, the number may be gone for a moment.
  const [isEmpty, setEmpty] = useState(false)
  const limits = model.priceClasses.slice(0, -1).map(({ to }) => ({ value: String(to), label: texts.upTo(to) }))
  // Marked prices that no limit stands for.
  const isMarked = maxPrice === undefined && shown.size % model.priceClasses.length > 0
  const marked = isMarked ? [{ value: MARKED, label: texts.someMarked }] : []
  return (
    <form className={classes['finder']} aria-label={texts.best} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className={classes['party']}>
        <Step label={texts.fewer} isEnd={party <= 1} onStep={() => setParty(party - 1)}>
          <IconMinus size={16} aria-hidden />
        </Step>
        <input
          type="number"
          inputMode="numeric"
          className={classes['number']}
          aria-label={texts.partySize}
          min={1}
          max={most}
          value={isEmpty ? '' : party}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget: { value } }) => {
            setEmpty(value === '')
            if (value !== '') setParty(Number(value))
          }}
          onBlur={() => setEmpty(false)}
        />
        <Step label={texts.more} isEnd={party >= most} onStep={() => setParty(party + 1)}>
          <IconPlus size={16} aria-hidden />
        </Step>
      </div>
      {model.priceClasses.length !== 1 && (
        <SelectField
          className={classes['price'] ?? ''}
          aria-label={texts.highestPrice}
          disabled={isWaiting}
          data={[...marked, { value: '', label: texts.anyPrice }, ...limits]}
          value={isMarked ? MARKED : (maxPrice ?? '')}
          onChange={({ currentTarget: { value } }) => setMaxPrice(value === '' ? undefined : cents(Number(value)))}
        />
      )}
      <ActionButton
        type="submit"
        variant="light"
        className={classes['ask'] ?? ''}
        leftSection={<IconSparkles size={18} aria-hidden />}
        title={texts.bestHint}
        isBusy={isSeeking}
        disabled={!canAsk}
        aria-describedby={canAsk || isWaiting ? undefined : ANSWER}
        onClick={({ detail }) => onAsk(detail === 0)}
      >
        {texts.best}
      </ActionButton>
    </form>
  )
}

type StepProps = {
  readonly label: string
  readonly isEnd: boolean
  readonly onStep: () => void
  readonly children: React.ReactNode
}

/** For the finger and the mouse: by keyboard the number itself goes up and down. */
function Step({ label, isEnd, onStep, children }: StepProps) {
  return (
    <ActionIcon variant="subtle" size="2.25rem" tabIndex={-1} aria-label={label} disabled={isEnd} onClick={onStep}>
      {children}
    </ActionIcon>
  )
}
