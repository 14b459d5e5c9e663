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

  gates: 'Gates',
  gatesHint: 'Doors at which phones scan tickets. A gate serves the chosen sectors of a plan, without any all of it.',
  noGates: 'No gates: every scanner serves all sectors.',
  allSectors: 'All sectors',
  sectorsOf: (plan: string, sectors: readonly string[]) => `${plan}: ${sectors.join(', ')}`,
  gateName: 'Name of the gate',
  addGate: 'Add a Gate',
  gateAdded: 'Gate added',
  gateNotAdded: 'The gate could not be added',
  editGate: 'Edit',
  editGateNamed: (name: string) => `Edit ${name}`,
  saveGate: 'Save Gate',
  gateSaved: 'Gate saved',
  gateNotSaved: 'The gate could not be saved',
  keepGate: 'Cancel',
  removeGate: 'Remove',
  removeGateNamed: (name: string) => `Remove ${name}`,
  removeGateQuestion: 'Are you sure you want to remove this gate?',
  removeGateDetails: (name: string) => `${name}. Its scanners serve all sectors then.`,
  gateRemoved: (name: string) => `Gate ${name} removed`,
}
