import { Button } from '@mantine/core'
import { texts } from './shows.texts.ts'

type Props = { readonly isPast: boolean; readonly onSwitch: () => void }

/** The way from the shows that are to come to those that are over, and back. */
export function PastShowsSwitch({ isPast, onSwitch }: Props) {
  return (
    <Button variant="subtle" size="compact-md" style={{ alignSelf: 'flex-start' }} onClick={onSwitch}>
      {isPast ? texts.showComing : texts.showPast}
    </Button>
  )
}
