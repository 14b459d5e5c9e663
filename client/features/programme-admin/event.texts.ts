import { pages } from '#contract/pages.ts'

/** Texts of the pages that create and edit events. */
export const texts = {
  createEvent: pages.createEvent.title,
  eventLead: 'Describe the event. Add dates and venues as shows.',
  eventCopyLead: (title: string) => `A copy of ${title}. Change what differs.`,
  title: 'Title',
  type: 'Type',
  chooseType: 'Please choose',
  description: 'Description',
  eventPicture: 'Picture (optional)',
  eventCreated: 'Event created successfully!',
  eventNotCreated: 'Event not created - please check your inputs.',
}
