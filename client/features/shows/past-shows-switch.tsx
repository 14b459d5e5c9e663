import { Button } from '@mantine/core'
import { texts } from './shows.texts.ts'

type Props = { readonly when: 'past' | undefined; readonly onSwitch: (when: 'past' | undefined) => void }

/** The way from the shows that are to come to those that are over, and back. */
export function PastShowsSwitch({ when, onSwitch }: Props) {
  return (
    <Button
      variant="subtle"
      size="compact-md"
      style={{ alignSelf: 'flex-start' }}
      onClick={() => onSwitch(when ? undefined : 'past')}
    >
      {when ? texts.showComing : texts.showPast}
    </Button>
  )
}
