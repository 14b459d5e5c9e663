import { TextInput } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { ChoiceTable } from '#client/ui/forms/choice-table.tsx'
import { type ChosenArtist, loadArtists } from './show-choices.queries.ts'
import { texts } from './programme-admin.texts.ts'
import { useChoices } from './use-choices.ts'

type Props = {
  readonly value?: ChosenArtist | null
  readonly onChange: (artist: ChosenArtist) => void
  readonly error?: string | undefined
}

const columns = [
  { name: texts.artistName, of: artistName },
  { name: texts.realName, of: (artist: ChosenArtist) => realName(artist) },
]

/** Chooses an artist. */
export function ArtistChoice(props: Props) {
  const { filterProps, table } = useChoices({
    key: 'artists',
    noFilters: { stageName: '', firstName: '', lastName: '' },
    load: loadArtists,
  })
  return (
    <ChoiceTable
      {...props}
      {...table}
      label={texts.artist}
      columns={columns}
      nameOf={artistName}
      empty={texts.noArtists}
      creation={{ to: pages.createArtist.href(), title: pages.createArtist.title }}
      filters={
        <>
          <TextInput label={texts.stageName} type="search" {...filterProps('stageName')} />
          <TextInput label={texts.firstName} type="search" {...filterProps('firstName')} />
          <TextInput label={texts.lastName} type="search" {...filterProps('lastName')} />
        </>
      }
    />
  )
}

function realName({ stageName, firstName, lastName }: ChosenArtist): string {
  return stageName ? `${firstName} ${lastName}` : ''
}
