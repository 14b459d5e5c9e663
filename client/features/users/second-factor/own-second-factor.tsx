import { Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getSecondFactor } from '#contract/second-factor.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { ProfileSection } from '../profile-section.tsx'
import { RenewCodes, TurnOff } from './changes.tsx'
import { useReloadSecondFactor } from './second-factor.queries.ts'
import { texts } from './second-factor.texts.ts'
import { Setup } from './setup.tsx'

type Props = { readonly state: ReplyOf<typeof getSecondFactor> }
type Purpose = 'setUp' | 'newCodes' | 'turnOff'

/** Sets up the user's second factor, renews its recovery codes, and turns it off. */
export function OwnSecondFactor({ state }: Props) {
  const { isOn, isMissing, recoveryCodesLeft } = state
  const [dialog, setDialog] = useState<Purpose>()
  const [hasCodes, setHasCodes] = useState(false)
  const reload = useReloadSecondFactor()
  // Not before: a reload may move this section, and the codes in the dialog are shown once.
  const close = () => {
    setDialog(undefined)
    setHasCodes(false)
    reload()
  }
  const turnedOff = () => {
    close()
    toastSuccess(texts.turnedOff)
  }
  const lead = isOn ? texts.onLead(recoveryCodesLeft) : isMissing ? texts.missing : texts.offLead
  return (
    <ProfileSection title={texts.secondFactor} lead={lead}>
      {isOn ? (
        <Group gap="sm">
          <ActionButton variant="default" onClick={() => setDialog('newCodes')}>
            {texts.newCodes}
          </ActionButton>
          <ActionButton variant="outline" color="red" onClick={() => setDialog('turnOff')}>
            {texts.turnOff}
          </ActionButton>
        </Group>
      ) : (
        <ActionButton variant={isMissing ? 'filled' : 'default'} onClick={() => setDialog('setUp')}>
          {texts.setUp}
        </ActionButton>
      )}
      <Dialog
        opened={dialog !== undefined}
        onClose={close}
        title={texts.secondFactor}
        withCloseButton={!hasCodes}
        closeOnEscape={!hasCodes}
      >
        {dialog === 'setUp' && <Setup onCodes={() => setHasCodes(true)} onDone={close} />}
        {dialog === 'newCodes' && <RenewCodes onCodes={() => setHasCodes(true)} onDone={close} />}
        {dialog === 'turnOff' && <TurnOff onDone={turnedOff} />}
      </Dialog>
    </ProfileSection>
  )
}

/** Shown while the state loads: most customers have no second factor. */
export function SecondFactorSkeleton() {
  return (
    <ProfileSection title={texts.secondFactor} lead={texts.offLead}>
      <Skeleton h="2.25rem" w="5rem" />
    </ProfileSection>
  )
}
