import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { texts } from './tickets.texts.ts'

/** Shows why a ticket can no longer be refunded. Stays focusable, so that keyboard users can read the reason. */
export function TooLate() {
  return (
    <Tooltip label={texts.past} events={{ hover: true, focus: true, touch: true }}>
      <ActionButton variant="default" disabled aria-label={`${texts.cancel}: ${texts.past}`}>
        {texts.cancel}
      </ActionButton>
    </Tooltip>
  )
}
