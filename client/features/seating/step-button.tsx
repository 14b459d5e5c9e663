import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { texts } from './seating.texts.ts'

type Props = {
  readonly step: 1 | -1
  /** The place whose tickets are counted, for the name of the button. */
  readonly place?: string | undefined
  /** Whether the number is at its limit. A press then only tells the reason. */
  readonly isEnd: boolean
  readonly onStep: () => void
}

/** A button that changes a number of tickets by touch or mouse. On the keyboard, the arrow keys change it. */
export function StepButton({ step, place, isEnd, onStep }: Props) {
  const Icon = step < 0 ? IconMinus : IconPlus
  return (
    <ActionIcon
      variant="subtle"
      size="2.25rem"
      tabIndex={-1}
      aria-label={texts.step(step, place)}
      aria-disabled={isEnd}
      mod={{ disabled: isEnd }}
      onClick={onStep}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
