import { counted, numberText } from '#domain/number-text.ts'

type Places = { readonly seats: number; readonly standing: number }

const places = ({ seats, standing }: Places) =>
  [
    ...(seats > 0 ? [counted(seats, 'seat', 'seats')] : []),
    ...(standing > 0 ? [`${numberText(standing)} standing`] : []),
  ].join(', ')

const shows = (count: number) => (count === 0 ? 'No shows' : counted(count, 'show', 'shows'))

/** Texts of the desk's pages of seating plans. */
export const texts = {
  search: 'Search by plan or location',
  none: 'No matching seating plans.',
  noLocation: 'No location',
  retired: 'Retired',
  places,
  placesAndUse: (plan: Places & { readonly shows: number }) => `${places(plan)} · ${shows(plan.shows)}`,

  uploadLead: 'A drawing of the house from pretix, Spektrix, a spreadsheet (CSV) or a drawing program (SVG).',
  file: 'Plan file',
  fileHint: 'JSON, CSV or SVG of up to 20 MB. The file is checked at once, and nothing is stored before you save.',
  sample: 'Download a Sample (CSV)',
  sampleName: 'sample-plan.csv',
  columns: 'Columns of a CSV',
  columnsLead: 'The first line names the columns, in any order. Each further line is a seat, an area or the stage.',
  columnMeanings: [
    ['sector', 'Name of the sector. Needed.'],
    ['row', 'Name of the row, such as A or 12. Empty for an area. Needed.'],
    ['seat', 'Number of the seat. If all of a row are empty, they are numbered from left to right. Needed.'],
    ['x', 'Distance of the centre from the left, in any unit. Needed.'],
    ['y', 'Distance of the centre from the top, in the same unit. Needed.'],
    ['type', 'WHEELCHAIR, COMPANION or RESTRICTED_VIEW seat, STANDING area or STAGE. Empty for a usual seat.'],
    ['percent', 'Price of the sector in percent of the price of a show. Empty for 100.'],
    ['capacity', 'Number of people in a standing area.'],
    ['width', 'Width of a standing area or of the stage.'],
    ['height', 'Depth of a standing area or of the stage.'],
  ],
  fileTooLarge: 'The file has more than 20 MB.',
  fileMissing: 'Please choose a file.',
  stage: 'Stage',
  stageHint: 'Where the audience looks.',
  stageOfFile: 'As in the file',
  sides: { top: 'Top', bottom: 'Bottom', left: 'Left', right: 'Right' },
  prices: 'Prices of sectors (optional)',
  pricesHint:
    'In percent of the price of a show, such as Stalls=120, Circle=80. Other sectors keep the price of the file.',
  separate: 'Move zones apart whose seats lie on each other',
  checking: 'The file is being checked.',
  refused: 'This file can’t be used yet:',
  moved: (zones: readonly string[]) => `Moved apart: ${zones.join(', ')}. Please check the drawing.`,
  sector: 'Sector',
  rows: 'Rows',
  seats: 'Seats',
  standing: 'Standing',
  price: 'Price',
  percent: (percent: number) => `${percent} %`,
  total: 'Total',
  closed: 'closed',
  result: 'The plan in this file',
  nameTaken: 'There is already a seating plan with this name.',
  name: 'Name',
  location: 'Location',
  chooseLocation: 'Please choose',
  locationMissing: 'Please choose a location.',
  noLocations: 'Create a location first: a seating plan belongs to one.',
  save: 'Save Seating Plan',
  uploaded: 'Seating plan saved',
  notUploaded: 'Seating plan not saved - please check your inputs.',

  edit: 'Edit Seating Plan',
  isRetired: 'Retired: not offered for new shows',
  fixed: 'The places of a plan never change, because tickets name them. Upload a redrawn plan under a new name.',
  saveChanges: 'Save Changes',
  saved: 'Seating plan saved',
  notSaved: 'Seating plan not saved - please check your inputs.',
  delete: 'Delete Seating Plan',
  deleteQuestion: 'Are you sure you want to delete this seating plan?',
  deleted: (name: string) => `${name} deleted`,
}
