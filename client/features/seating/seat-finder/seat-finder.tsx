import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { cents } from '#domain/money.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import type { SeatModel } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import { StepButton } from '../step-button.tsx'
import classes from './seat-finder.module.css'
import type { SeatFinder as Finder } from './use-seat-finder.ts'

/** The id of the element with the finder's answer. */
export const ANSWER_ID = 'seat-finder-answer'

const MARKED = 'marked'

type Props = {
  readonly model: SeatModel
  readonly finder: Finder
  /** Called to choose the best places. `byKeyboard`: without a pointer. */
  readonly onSearch: (byKeyboard: boolean) => void
}

/** The size of the party, the highest price, and the button that chooses the best places. */
export function SeatFinder({ model, finder, onSearch }: Props) {
  const { party, maxParty, shown, maxPrice, canSearch, isSearching, setParty, setMaxPrice } = finder
  const [onlyPrice] = model.priceClasses
  // There are no prices before the plan has arrived.
  const isWaiting = model.priceClasses.length === 0
  // The field may be empty for a moment while the customer types.
  const [isEmpty, setEmpty] = useState(false)
  const limits = model.priceClasses.slice(0, -1).map(({ to }) => ({ value: String(to), label: texts.upTo(to) }))
  // Price classes were marked one by one, and no highest price describes them.
  const isMarked = maxPrice === undefined && shown.size % model.priceClasses.length > 0
  const marked = isMarked ? [{ value: MARKED, label: texts.someMarked }] : []
  return (
    <form className={classes['finder']} aria-label={texts.best} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className={classes['party']}>
        <StepButton step={-1} isEnd={party <= 1} onStep={() => setParty(party - 1)} />
        <input
          type="number"
          inputMode="numeric"
          className={classes['number']}
          aria-label={texts.partySize}
          min={1}
          max={maxParty}
          value={isEmpty ? '' : party}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget: { value } }) => {
            setEmpty(value === '')
            if (value !== '') setParty(Number(value))
          }}
          onBlur={() => setEmpty(false)}
        />
        <StepButton step={1} isEnd={party >= maxParty} onStep={() => setParty(party + 1)} />
      </div>
      {model.priceClasses.length > 1 ? (
        <SelectField
          className={classes['price'] ?? ''}
          aria-label={texts.highestPrice}
          data={[...marked, { value: '', label: texts.anyPrice }, ...limits]}
          value={isMarked ? MARKED : (maxPrice ?? '')}
          onChange={({ currentTarget: { value } }) => setMaxPrice(value === '' ? undefined : cents(Number(value)))}
        />
      ) : (
        // Keeps the room of the field, which only appears when several prices are known.
        <div className={classes['price']}>{onlyPrice && texts.onePrice(onlyPrice.to)}</div>
      )}
      <ActionButton
        type="submit"
        variant="light"
        className={classes['ask'] ?? ''}
        leftSection={<IconSparkles size={18} aria-hidden />}
        title={texts.bestHint}
        isBusy={isSearching}
        disabled={!canSearch}
        aria-describedby={canSearch || isWaiting ? undefined : ANSWER_ID}
        onClick={({ detail }) => onSearch(detail === 0)}
      >
        {texts.best}
      </ActionButton>
    </form>
  )
}
