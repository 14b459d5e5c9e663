import { Button } from '@mantine/core'
import { texts } from './shows.texts.ts'

type Props = { readonly isPast: boolean; readonly onSwitch: () => void }

/** Switches between upcoming and past shows. */
export function PastShowsSwitch({ isPast, onSwitch }: Props) {
  return (
    <Button variant="transparent" size="compact-md" px={0} onClick={onSwitch}>
      {isPast ? texts.showComing : texts.showPast}
    </Button>
  )
}
