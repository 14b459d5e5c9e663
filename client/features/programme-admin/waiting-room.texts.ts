import { numberText } from '#domain/number-text.ts'

/** Texts of the settings of a waiting room. */
export const texts = {
  title: 'Waiting room',
  change: 'Change Waiting Room',
  states: { open: 'Open', closed: 'Closed', paused: 'Admission paused' },
  figures: {
    waiting: 'Waiting',
    lot: 'Waiting for the start of the sale',
    passes: 'Admitted at present',
    rate: 'Admitted a minute',
  },
  number: numberText,
  mode: 'Customers wait in a line',
  rate: 'People a minute',
  rateHint: 'Leave it empty to admit as many as the shop carries.',
  consequence:
    'Customers in the line reserve when it is their turn. Reserved tickets can always be paid, and the desk sells all along.',
  save: 'Save Waiting Room',
  saved: 'Waiting room saved',
  notSaved: 'Waiting room not saved - please check your inputs.',
  pause: 'Pause Admission',
  resume: 'Resume Admission',
  paused: 'Admission paused',
  resumed: 'Admission resumed',
  failed: "The waiting room couldn't be loaded.",
}

export const modeChoices = [
  { value: 'AUTOMATIC', label: 'When too many people come' },
  { value: 'ALWAYS', label: 'Always' },
  { value: 'OFF', label: 'Never' },
]
