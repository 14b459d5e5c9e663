import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { ProfileSection } from './profile-section.tsx'
import { useDeleteAccount } from './users.queries.ts'
import { texts } from './users.texts.ts'

type Props = { readonly email: string; readonly leavePage: () => void }

/** Deletes the user's account after a confirmation. */
export function DeleteAccount({ email, leavePage }: Props) {
  const { act, isPending } = useDeleteAccount(email, leavePage)
  const ask = async () => {
    if (await confirmed({ title: texts.deleteQuestion, confirm: texts.delete, isDestructive: true })) act()
  }
  return (
    <ProfileSection title={texts.deletion} lead={texts.deletionLead}>
      <ActionButton color="red" variant="outline" isBusy={isPending} onClick={() => void ask()}>
        {texts.deletion}
      </ActionButton>
    </ProfileSection>
  )
}
