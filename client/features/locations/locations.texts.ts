/** Everything the search for locations says. */
export const texts = {
  search: 'Search locations',
  name: 'Name',
  country: 'Country',
  city: 'City',
  postalCode: 'Postal code',
  address: 'Address',
  list: 'Locations',
  nothingFound: "We're sorry - there is currently no location which matches your requirements.",
}
