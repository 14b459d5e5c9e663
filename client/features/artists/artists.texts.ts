import { pages } from '#contract/pages.ts'
import { counted } from '#domain/number-text.ts'

const artists = (count: number) => counted(count, 'artist', 'artists')

/** Texts of the artist search. */
export const texts = {
  search: pages.searchArtists.title,
  firstName: 'First name',
  lastName: 'Last name',
  stageName: 'Stage name',
  list: 'Artists',
  named: {
    firstName: (count: number, words: string) => `${artists(count)} with the first name “${words}”`,
    lastName: (count: number, words: string) => `${artists(count)} with the last name “${words}”`,
    stageName: (count: number, words: string) => `${artists(count)} with the stage name “${words}”`,
  },
  nothingFound: "We're sorry - there is currently no artist which matches your requirements",
}
