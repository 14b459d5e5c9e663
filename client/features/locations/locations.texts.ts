import { pages } from '#contract/pages.ts'

/** Texts of the location search. */
export const texts = {
  search: pages.searchLocations.title,
  name: 'Name',
  country: 'Country',
  city: 'City',
  postalCode: 'Postal code',
  address: 'Address',
  list: 'Locations',
  nothingFound: "We're sorry - there is currently no location which matches your requirements.",
}
