import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ProfileSection } from './profile-section.tsx'
import { useDownloadPersonalData } from './users.queries.ts'
import { texts } from './users.texts.ts'

/** Offers a file with everything that the shop stores about the user. */
export function OwnData() {
  const { act, isPending } = useDownloadPersonalData()
  return (
    <ProfileSection title={texts.ownData} lead={texts.ownDataLead}>
      <ActionButton variant="default" isBusy={isPending} onClick={() => act()}>
        {texts.downloadData}
      </ActionButton>
    </ProfileSection>
  )
}
