import type { Overview } from '#contract/overview.ts'

type Step = { readonly name: string; readonly hint: string }

export const firstSteps: Readonly<Record<keyof Overview['has'], Step>> = {
  location: { name: 'Create a location', hint: 'The house, with its address and time zone.' },
  seatingPlan: {
    name: 'Upload its seating plan',
    hint: 'A spreadsheet, a drawing, or a plan of another system.',
  },
  artist: { name: 'Create an artist', hint: 'The person, band or team of the show.' },
  event: { name: 'Create an event', hint: 'What is played, with its text and picture.' },
  show: { name: 'Create a show', hint: 'When and where the event is played, and its price.' },
  publishedShow: { name: 'Publish a show', hint: 'Visitors see it together with its event, and buy tickets.' },
}

/** Texts of the first steps of a new shop. */
export const texts = {
  title: 'First steps',
  lead: 'What the shop needs before it sells its first ticket.',
  done: 'Done: ',
}
