import { useState } from 'react'
import type { UserDetail } from '#contract/users.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { useDeleteAccount } from './users.queries.ts'
import { texts } from './users.texts.ts'

type Props = { readonly user: UserDetail; readonly leavePage: () => void }

/** Deletes the user's account after a confirmation, and with the password in a shop that requires it. */
export function DeleteAccount({ user, leavePage }: Props) {
  const { email, deletionNeedsPassword } = user
  const [isOpen, setOpen] = useState(false)
  const { act, isPending } = useDeleteAccount({ email, leavePage })
  const close = () => setOpen(false)
  const ask = async () => {
    if (deletionNeedsPassword) setOpen(true)
    else if (await confirmed({ title: texts.deleteQuestion, confirm: texts.delete, isDestructive: true })) act({})
  }
  return (
    <ProfileSection title={texts.deletion} lead={texts.deletionLead}>
      <ActionButton color="red" variant="outline" isBusy={isPending} onClick={() => void ask()}>
        {texts.deletion}
      </ActionButton>
      <Dialog opened={isOpen} onClose={close} title={texts.deleteQuestion}>
        <DeletionForm email={email} leavePage={leavePage} onCancel={close} />
      </Dialog>
    </ProfileSection>
  )
}
