import { counted } from '#domain/number-text.ts'

type Use = { readonly shows: number; readonly plans: number }

const use = ({ shows, plans }: Use) =>
  `${shows === 0 ? 'No shows' : counted(shows, 'show', 'shows')} · ${plans === 0 ? 'no seating plan' : counted(plans, 'seating plan', 'seating plans')}`

/** Texts of the desk's pages of locations. */
export const texts = {
  search: 'Search by name or city',
  none: 'No matching locations.',
  use,
  cityAndUse: ({ city, ...uses }: Use & { readonly city: string }) => `${city} · ${use(uses)}`,

  createLead: 'A house where shows take place.',
  name: 'Name',
  address: 'Address',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  timeZone: 'Time zone',
  timeZoneHint: 'Type a city to search, such as Vienna. Times of shows here are displayed in this zone.',
  travel: 'How to get there',
  travelHint: 'Shown on the page of the location. An empty line begins a new paragraph.',
  picture: 'Picture (optional)',
  created: 'Location created',
  notCreated: 'Location not created - please check your inputs.',

  edit: 'Edit Location',
  save: 'Save Changes',
  saved: 'Location saved',
  notSaved: 'Location not saved - please check your inputs.',
  delete: 'Delete Location',
  deleteQuestion: 'Are you sure you want to delete this location?',
  deleted: (name: string) => `${name} deleted`,
}
