import { pages } from '#contract/pages.ts'

/** Texts of the artist search. */
export const texts = {
  search: pages.searchArtists.title,
  firstName: 'First name',
  lastName: 'Last name',
  stageName: 'Stage name',
  list: 'Artists',
  nothingFound: "We're sorry - there is currently no artist which matches your requirements",
}
