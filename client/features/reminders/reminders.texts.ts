import { pages } from '#contract/pages.ts'

/** Texts of the page that turns off reminders. */
export const texts = {
  title: pages.reminders.title,
  lead: 'We send you an email the day before a show you have tickets for.',
  turnOff: 'Turn off reminders',
  turnedOff: 'Reminders are off. You can turn them on again on your profile.',
  how: 'Turn reminders on or off on your profile, or turn them off with the link in any of these emails.',
  toProfile: 'Go to your profile',
}
