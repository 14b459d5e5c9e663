import { useNavigate } from '@tanstack/react-router'
import { newArtist } from '#contract/admin-artists.ts'
import { pages } from '#contract/pages.ts'
import { Desk } from '#client/desk/desk.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ArtistFields, artistIn, valuesOf } from './artist-fields.tsx'
import { sendArtist } from './artists-admin.queries.ts'
import { texts } from './artists-admin.texts.ts'

/** Creates an artist. */
export function CreateArtistPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createArtist.href(), schema: newArtist, initialValues: valuesOf() })
  const creation = useCreation({
    form,
    create: (values) => sendArtist(artistIn(values)),
    success: texts.created,
    failure: texts.notCreated,
    onMade: () => navigate({ to: pages.artists.href() }),
  })
  return (
    <Desk>
      <CreationForm
        {...creation}
        title={pages.createArtist.title}
        lead={texts.createLead}
        action={pages.createArtist.title}
        cancelTo={pages.artists.href()}
      >
        <ArtistFields form={form} />
      </CreationForm>
    </Desk>
  )
}
