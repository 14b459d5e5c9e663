import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { newArtist } from '#contract/admin-artists.ts'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import type { ArtistId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { UsedBy } from '#client/desk/used-by.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ArtistFields, artistIn, valuesOf } from './artist-fields.tsx'
import { type Artist, artistQuery, sendArtistChange, useDeleteArtist } from './artists-admin.queries.ts'
import { texts } from './artists-admin.texts.ts'

/** Edits or deletes an artist. */
export function EditArtistPage() {
  const id = useIdParam(pages.editArtist)
  return id === undefined ? <NotFoundPage /> : <KnownArtist id={id} />
}

function KnownArtist({ id }: { readonly id: ArtistId }) {
  const query = useQuery(artistQuery(id))
  const list = { to: pages.artists.href(), title: pages.artists.title }
  return (
    <DeskRecord record={{ kind: 'ARTIST', id }} title={texts.edit} query={query} list={list}>
      {(artist) => <EditArtist key={artist.id} artist={artist} onReload={query.refetch} />}
    </DeskRecord>
  )
}

function EditArtist({ artist, onReload }: { readonly artist: Artist; readonly onReload: Reload<Artist> }) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.artists.href() })
  const form = useKeptForm({
    path: pages.editArtist.href(artist),
    schema: newArtist,
    initialValues: valuesOf(artist),
  })
  const edit = useEdit({
    form,
    save: (values) => sendArtistChange(artist.id, { ...artistIn(values), version: artist.version }),
    onReload,
    valuesOf: valuesOf,
    success: texts.saved,
    failure: texts.notSaved,
    onSaved: goToList,
  })
  const deletion = useDeleteArtist(artist, goToList)
  return (
    <CreationForm
      {...edit}
      title={texts.edit}
      lead={texts.shows(artist.shows)}
      action={texts.save}
      cancelTo={pages.artists.href()}
      extra={
        artist.shows === 0 && (
          <DeleteRecord
            label={texts.delete}
            question={texts.deleteQuestion}
            name={artistName(artist)}
            deletion={deletion}
          />
        )
      }
      below={<UsedBy what="artist" shows={artist.shows} showsOf={{ artistId: artist.id }} />}
    >
      <ArtistFields form={form} />
    </CreationForm>
  )
}
